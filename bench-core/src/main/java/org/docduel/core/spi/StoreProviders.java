package org.docduel.core.spi;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** The providers on the class path, in the order of their service files. */
public final class StoreProviders {
  private StoreProviders() {}

  /**
   * All of them.
   *
   * @return an immutable list
   */
  public static List<StoreProvider> all() {
    return ServiceLoader.load(StoreProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  /**
   * The one with a name.
   *
   * @return its provider, or empty when there is none
   */
  public static Optional<StoreProvider> named(String name) {
    return all().stream().filter(provider -> provider.name().equals(name)).findFirst();
  }
}
