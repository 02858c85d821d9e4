package org.docduel.read;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.query.IndexedReadScenarios;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProviders;

/**
 * A subject: a store that reads, and whether the fields that are asked for are indexed.
 *
 * @param name the store's label and a suffix, such as {@code noop_ind}
 * @param store the store behind it
 * @param indexed whether its fields are indexed
 */
record Variant(String name, String store, boolean indexed) {
  /** The parameter that chooses it. */
  static final String PARAMETER = "variant";

  private static final String INDEXED = "_ind";
  private static final String UNINDEXED = "_unind";

  static List<Variant> of(List<StoreProvider> providers) {
    List<Variant> variants = new ArrayList<>();
    for (StoreProvider provider : providers) {
      if (provider.capabilities().contains(Capability.READ)) {
        variants.add(new Variant(provider.label() + INDEXED, provider.name(), true));
        variants.add(new Variant(provider.label() + UNINDEXED, provider.name(), false));
      }
    }
    return List.copyOf(variants);
  }

  static Variant parse(String name) {
    List<Variant> all = of(StoreProviders.all());
    return all.stream()
        .filter(variant -> variant.name.equals(name))
        .findFirst()
        .orElseThrow(() ->
            BadInputException.parameter(
                PARAMETER,
                name,
                "any of " + all.stream().map(Variant::name).collect(Collectors.joining(", "))));
  }

  /** Whether a variant's fields are indexed, by its name alone. */
  static boolean isIndexed(String name) {
    return !name.endsWith(UNINDEXED);
  }

  /** What the names of its fields begin with. */
  String prefix() {
    return indexed ? IndexedReadScenarios.INDEXED : IndexedReadScenarios.UNINDEXED;
  }
}
