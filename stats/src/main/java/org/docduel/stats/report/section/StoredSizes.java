package org.docduel.stats.report.section;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Columns;
import org.docduel.stats.report.value.Display;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.sidecar.StoreFact;

/** What the stores took on disk, as their sidecars say. */
public final class StoredSizes {
  private static final String BYTES = "Bytes";
  private static final String TOTAL = "totalBytes";

  private StoredSizes() {}

  /** A table; nothing when no sidecar has sizes. */
  public static List<Block> of(List<SidecarFile> sidecars) {
    List<StoreFact> stores =
        sidecars.stream()
            .flatMap(file -> file.sidecar().stores().stream())
            .filter(store -> !store.sizes().isEmpty())
            .toList();
    if (stores.isEmpty()) {
      return List.of();
    }
    Set<String> varying = varying(stores);
    Set<String> names = new LinkedHashSet<>();
    stores.forEach(store -> names.addAll(store.sizes().keySet()));
    Map<String, StoreFact> labelled = new LinkedHashMap<>();
    stores.forEach(store -> labelled.put(label(store, varying), store));
    Columns<Map.Entry<String, StoreFact>> columns =
        new Columns<Map.Entry<String, StoreFact>>()
            .text("store", "store", Map.Entry::getKey)
            .text("durability", "durability", entry -> entry.getValue().durability());
    for (String name : names) {
      columns.number(
          spoken(name),
          name,
          entry -> entry.getValue().sizes().getOrDefault(name, Double.NaN),
          name.endsWith(BYTES) ? Display::bytes : Display::tick);
    }
    if (!names.contains(TOTAL)) {
      columns.number("total", TOTAL, entry -> total(entry.getValue()), Display::bytes);
    }
    return List.of(
        new Block.TableBlock(
            columns
                .table("stored-sizes", "Stored sizes", List.copyOf(labelled.entrySet()))
                .withoutEmptyColumns(),
            false));
  }

  private static double total(StoreFact store) {
    return store.sizes().entrySet().stream()
        .filter(size -> size.getKey().endsWith(BYTES))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  private static Set<String> varying(List<StoreFact> stores) {
    Map<String, Set<String>> values = new TreeMap<>();
    for (StoreFact store : stores) {
      store
          .parameters()
          .forEach(
              (name, value) -> values.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(value));
    }
    values.values().removeIf(all -> all.size() < 2);
    return values.keySet();
  }

  private static String label(StoreFact store, Set<String> varying) {
    StringBuilder label = new StringBuilder(store.store());
    store
        .parameters()
        .forEach((name, value) -> {
          if (varying.contains(name) && !value.equals(store.store())) {
            label.append(" · ").append(name).append(Display.UNIT_SPACE).append(value);
          }
        });
    return label.toString();
  }

  private static String spoken(String name) {
    String bare = name.endsWith(BYTES) ? name.substring(0, name.length() - BYTES.length()) : name;
    return bare.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
  }
}
