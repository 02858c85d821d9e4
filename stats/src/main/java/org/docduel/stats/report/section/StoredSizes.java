package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.stats.report.chart.StackedBars;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.value.Shown;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.sidecar.StoreFact;

/** What the stores took on disk, as their sidecars tell. */
public final class StoredSizes {

  private static final String BYTES = "Bytes";
  private static final String TOTAL = "totalBytes";

  private StoredSizes() {}

  /** Bars divided by what takes the room; nothing when no sidecar has sizes. */
  public static List<Block> of(List<SidecarFile> sidecars) {
    Map<String, StoreFact> stores = new LinkedHashMap<>();
    Set<String> names = new LinkedHashSet<>();
    List<StoreFact> all =
        sidecars.stream().flatMap(sidecar -> sidecar.sidecar().stores().stream()).toList();
    Set<String> varying = varying(all);
    for (StoreFact store : all) {
      if (!store.sizes().isEmpty()) {
        stores.put(label(store, varying), store);
        names.addAll(store.sizes().keySet());
      }
    }
    if (stores.isEmpty()) {
      return List.of();
    }
    List<String> parts =
        names.stream().filter(name -> name.endsWith(BYTES) && !name.equals(TOTAL)).toList();
    List<String> drawn = parts.isEmpty() && names.contains(TOTAL) ? List.of(TOTAL) : parts;
    DataTable table = table(stores, List.copyOf(names));
    if (drawn.isEmpty()) {
      return List.of(new Block.TableBlock(table, false));
    }
    List<StackedBars.Row> rows = new ArrayList<>();
    stores.forEach((label, store) -> rows.add(row(label, store, drawn)));
    List<StackedBars.Part> legend = new ArrayList<>();
    for (int i = 0; i < drawn.size(); i++) {
      legend.add(new StackedBars.Part(spoken(drawn.get(i)), Ink.series(i)));
    }
    return List.of(
        new Block.Figure(
            "stored-sizes",
            "Room the content took in each store, divided by what took it.",
            new StackedBars("Stored sizes", "%d stores".formatted(stores.size()), legend, rows),
            table));
  }

  private static StackedBars.Row row(String label, StoreFact store, List<String> parts) {
    List<Double> values = new ArrayList<>();
    List<String> shown = new ArrayList<>();
    for (String part : parts) {
      double bytes = Math.max(0, store.sizes().getOrDefault(part, 0.0));
      values.add(bytes);
      shown.add(Shown.bytes(bytes));
    }
    double sum = values.stream().mapToDouble(Double::doubleValue).sum();
    double total = store.sizes().getOrDefault(TOTAL, sum);
    return new StackedBars.Row(label, values, shown, Shown.bytes(total));
  }

  private static DataTable table(Map<String, StoreFact> stores, List<String> names) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("store", "store"));
    columns.add(Column.text("durability", "durability"));
    names.forEach(name -> columns.add(Column.number(spoken(name), name)));
    List<DataTable.Row> rows = new ArrayList<>();
    stores.forEach((label, store) -> {
      List<Cell> cells = new ArrayList<>();
      cells.add(Cell.text(label));
      cells.add(store.durability().isEmpty() ? Cell.none() : Cell.text(store.durability()));
      for (String name : names) {
        Double value = store.sizes().get(name);
        cells.add(
            value == null
                ? Cell.none()
                : Cell.number(
                    value, name.endsWith(BYTES) ? Shown.bytes(value) : Shown.tick(value)));
      }
      rows.add(DataTable.Row.of(cells));
    });
    return new DataTable("stored-sizes", "Stored sizes", columns, rows).withoutEmptyColumns();
  }

  private static Set<String> varying(List<StoreFact> stores) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    for (StoreFact store : stores) {
      store
          .parameters()
          .forEach(
              (name, value) -> values.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(value));
    }
    return values.entrySet().stream()
        .filter(entry -> entry.getValue().size() > 1)
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static String label(StoreFact store, Set<String> varying) {
    List<String> parts = new ArrayList<>();
    parts.add(store.store());
    store
        .parameters()
        .forEach((name, value) -> {
          if (varying.contains(name) && !value.equals(store.store())) {
            parts.add(name + "\u00a0" + value);
          }
        });
    return String.join(" · ", parts);
  }

  private static String spoken(String name) {
    String bare = name.endsWith(BYTES) ? name.substring(0, name.length() - BYTES.length()) : name;
    return bare.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
  }
}
