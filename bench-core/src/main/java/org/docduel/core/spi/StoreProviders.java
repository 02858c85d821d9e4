package org.docduel.core.spi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.docduel.core.server.ServerVersion;

/** The providers on the class path, in the order of their service files. */
public final class StoreProviders {
  private static final String AT = "@";

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
   * All of them, and those whose server some values name in a version.
   *
   * @param values of parameters: {@code postgres-jsonb@18}, or a store's label with the version in
   *     a longer name, as {@code jsonb@18_ind}
   */
  public static List<StoreProvider> all(Collection<String> values) {
    List<StoreProvider> all = new ArrayList<>(all());
    for (String value : values) {
      int at = value.indexOf(AT);
      if (at > 0) {
        String rest = value.substring(at + 1);
        all().stream()
            .filter(one -> one.server().isPresent())
            .flatMap(one ->
                (value.startsWith(one.name() + AT)
                        ? ServerVersion.parse(rest)
                        : value.startsWith(one.label() + AT) && rest.contains("_")
                            ? ServerVersion.parse(rest.substring(0, rest.lastIndexOf('_')))
                            : Optional.<ServerVersion>empty())
                    .map(version -> new VersionedStore(one, version)).stream())
            .filter(one -> all.stream().noneMatch(known -> known.name().equals(one.name())))
            .forEach(all::add);
      }
    }
    return List.copyOf(all);
  }

  /**
   * The one with a name.
   *
   * @return its provider, or empty when there is none
   */
  public static Optional<StoreProvider> named(String name) {
    return all(List.of(name)).stream().filter(provider -> provider.name().equals(name)).findFirst();
  }
}
