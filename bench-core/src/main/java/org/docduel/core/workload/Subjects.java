package org.docduel.core.workload;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.spi.StoreProvider;

/**
 * What a benchmark compares: the values of one parameter, and the store behind each. Mostly these
 * are the stores themselves; a benchmark that runs one store in several ways has a name for each
 * way.
 *
 * @param stores value to the name of the store behind it, in the order in which they are shown;
 *     several values may have the same store
 */
public record Subjects(String parameter, Map<String, String> stores) {
  /** The parameter of a benchmark that compares the stores themselves. */
  public static final String STORE = "store";

  /** Copies the map and keeps its order. */
  public Subjects {
    stores = Collections.unmodifiableMap(new LinkedHashMap<>(stores));
  }

  /** Every store under its own name. */
  public static Subjects of(List<StoreProvider> providers) {
    Map<String, String> stores = new LinkedHashMap<>();
    providers.forEach(provider -> stores.put(provider.name(), provider.name()));
    return new Subjects(STORE, stores);
  }

  /** Whether a combination has a subject; a benchmark without a store has none. */
  public boolean in(Combination combination) {
    return combination.parameters().containsKey(parameter);
  }

  /**
   * The store behind a combination.
   *
   * @return its name, or empty when the combination has no subject
   */
  public Optional<String> store(Combination combination) {
    return Optional.ofNullable(stores.get(combination.value(parameter)));
  }
}
