package org.docduel.read;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.harness.workload.Contestants;
import org.docduel.core.query.IndexedReadScenarios;
import org.docduel.core.spi.StoreProvider;

/**
 * A contestant: a store, and whether the fields that are asked for are indexed. The names are the
 * publication's, and for stores that it did not have, in its manner.
 *
 * @param name such as {@code jsonb_ind}
 * @param store the store behind it
 * @param indexed whether its fields are indexed
 */
record Variant(String name, String store, boolean indexed) {
  /** The parameter that chooses it. */
  static final String PARAMETER = "variant";

  private static final String INDEXED = "_ind";
  private static final String UNINDEXED = "_unind";
  private static final Map<String, Variant> ALL = all();

  private static Map<String, Variant> all() {
    Map<String, String> stores = new LinkedHashMap<>();
    stores.put("jsonb", "postgres-jsonb");
    stores.put("rel", "postgres-typed");
    stores.put("mongodb", "mongodb");
    stores.put("bson", "documentdb");
    Map<String, Variant> variants = new LinkedHashMap<>();
    stores.forEach((name, store) -> {
      variants.put(name + INDEXED, new Variant(name + INDEXED, store, true));
      variants.put(name + UNINDEXED, new Variant(name + UNINDEXED, store, false));
    });
    return Collections.unmodifiableMap(variants);
  }

  static Variant parse(String name) {
    Variant variant = ALL.get(name);
    if (variant == null) {
      throw BadInputException.parameter(
          PARAMETER, name, "any of " + String.join(", ", ALL.keySet()));
    }
    return variant;
  }

  /** Those whose store there is. */
  static Contestants contestants(List<StoreProvider> providers) {
    Set<String> stores = providers.stream().map(StoreProvider::name).collect(Collectors.toSet());
    Map<String, String> present = new LinkedHashMap<>();
    ALL.values().stream()
        .filter(variant -> stores.contains(variant.store))
        .forEach(variant -> present.put(variant.name, variant.store));
    return new Contestants(PARAMETER, present);
  }

  /** What the names of its fields begin with. */
  String prefix() {
    return indexed ? IndexedReadScenarios.INDEXED : IndexedReadScenarios.UNINDEXED;
  }
}
