package org.docduel.read;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.query.IndexedReads;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;

/** A subject: a store that reads, and whether the fields that are asked for are indexed. */
record Variant(String name, String store, boolean indexed) {
  /** The parameter that chooses it. */
  static final String PARAMETER = "variant";

  private static final String UNINDEXED = "_unind";

  static List<Variant> of(List<StoreProvider> providers) {
    return providers.stream()
        .filter(provider -> provider.capabilities().contains(Capability.READ))
        .flatMap(provider ->
            Stream.of(
                new Variant(provider.label() + "_ind", provider.name(), true),
                new Variant(provider.label() + UNINDEXED, provider.name(), false)))
        .toList();
  }

  static Variant parse(String name) {
    List<Variant> all = of(StoreProviders.all(List.of(name)));
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
    return indexed ? IndexedReads.INDEXED : IndexedReads.UNINDEXED;
  }
}
