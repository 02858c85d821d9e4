package org.docduel.core.spi;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.query.Index;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.suite.SqlReader;

/**
 * One store: one system and one representation. Found by {@link java.util.ServiceLoader}; a new
 * database is one provider, its files, and one service line.
 */
public interface StoreProvider {
  /** The store's name, as {@code -p store=} takes it. */
  String name();

  /**
   * What the store is called where results name a store together with something else, such as
   * {@code jsonb} in {@code jsonb_ind}.
   *
   * @return lower case letters, digits and dashes; the {@linkplain #name() name} unless there is a
   *     shorter one
   */
  default String label() {
    return name();
  }

  Set<Capability> capabilities();

  /**
   * The dialect in which the store answers the questions of suites, as suites name their files;
   * empty without {@link Capability#QUERY_SUITE}.
   */
  default String dialect() {
    return "";
  }

  /**
   * How the store's system reads the dialect's SQL; empty for a dialect in JSON, and for a store
   * that runs statements of another store's dialect.
   */
  default Optional<SqlReader> sqlReader() {
    return Optional.empty();
  }

  /**
   * Questions in the dialect, for a person to begin with.
   *
   * @return the text of the dialect's file, JSON where it begins with a brace; empty when the store
   *     has no words for them
   * @throws StoreException when it could not hold the documents; the dialect is left out
   */
  default Optional<String> starter(StarterSuite suite) {
    return Optional.empty();
  }

  /**
   * The parameters that this store knows and others do not. Stores of one system share them.
   *
   * @return in the order in which the help shows them
   */
  default List<StoreParameter<?>> parameters() {
    return List.of();
  }

  /** One of them by its name. */
  default Optional<StoreParameter<?>> parameter(String name) {
    return parameters().stream().filter(parameter -> parameter.name().equals(name)).findFirst();
  }

  /**
   * What a reader of the store's results has to know, whatever was measured: that it was never
   * tried on a server, or that its licence restricts what may be published.
   */
  default List<String> notices() {
    return List.of();
  }

  /**
   * Whether the store takes part only when it is named ({@code -p store=NAME}), not in a run of all
   * stores.
   *
   * @return no, unless a comparison without being asked for would surprise
   */
  default boolean onlyWhenNamed() {
    return false;
  }

  /**
   * Why a setting makes no sense for this store. Asked before anything is started; a combination
   * that is refused is skipped with this line.
   *
   * @implSpec most stores have neither columns nor subscripts to update
   * @return the reason as half a sentence, or empty when the store takes them
   */
  default Optional<String> unsupportedReason(StoreConfig config) {
    return switch (config.update()) {
      case TYPED -> Optional.of("it has no columns beside its documents");
      case SUBSCRIPT -> Optional.of("it has no subscripts that can be assigned to");
      case SET, MERGE, REPLACE -> Optional.empty();
    };
  }

  /**
   * Why the store cannot have a collection, with its documents and its indexes. Asked before
   * anything is started, where a benchmark knows its collection by then.
   *
   * @implSpec most stores have no index that their statements would not use
   * @return the reason as half a sentence, or empty when nothing is known against it
   */
  default Optional<String> unsupportedReason(StoreConfig config, Collection collection) {
    return collection.indexes().stream().anyMatch(index -> index.kind() == Index.Kind.AS_TEXT)
        ? Optional.of("it does not support index=unusable")
        : Optional.empty();
  }

  /** The server that the store lives on; empty for one that needs none. */
  Optional<ServerFamily> server();

  /**
   * Connects.
   *
   * @implSpec asserts what {@link StoreConfig#durability()} promises, and fails when the server
   *     breaks it
   * @param address where the server is; empty exactly when {@link #server()} is
   * @throws StoreException when the server cannot be reached or does not keep the promise
   */
  Store open(Optional<ServerAddress> address, StoreConfig config);

  /**
   * A parameter that only some stores know. It stands on the command line ({@code -p NAME=VALUE})
   * and in the results like a parameter of the benchmark; stores that do not declare it are skipped
   * when it is not at its default.
   *
   * @param roles what a benchmark needs of stores, one of these, for the parameter to count in it
   * @param standard its default
   */
  record StoreParameter<T>(Parameter<T> parameter, Set<Capability> roles, String standard) {
    /**
     * Copies the roles, and refuses a default that the parameter does not take.
     *
     * @throws BadInputException when it does not
     */
    public StoreParameter {
      roles = Set.copyOf(roles);
      Objects.requireNonNull(parameter.parse(standard), parameter.name());
    }

    /** A parameter whose values are the constants of an enum, in lower case. */
    public static <E extends Enum<E>> StoreParameter<E> choice(
        String name, Set<Capability> roles, String accepted, String example, E standard) {
      return new StoreParameter<>(
          Parameter.choice(name, standard.getDeclaringClass(), accepted, example),
          roles,
          Parameter.label(standard));
    }

    public String name() {
      return parameter.name();
    }

    /**
     * Its value.
     *
     * @throws BadInputException when what was set is not accepted
     */
    public T in(StoreConfig config) {
      return parameter.parse(config.settings().values().getOrDefault(name(), standard));
    }
  }

  /** The providers on the class path, in the order of their service files. */
  final class StoreProviders {
    /** What the name ends in of a store that answers suites from embedded documents. */
    public static final String EMBEDDED = "_embedded";

    /** What the name of its dialect ends in, after that of the store itself. */
    public static final String EMBEDDED_DIALECT = "-embedded";

    private StoreProviders() {}

    public static List<StoreProvider> all() {
      return ServiceLoader.load(StoreProvider.class).stream()
          .map(ServiceLoader.Provider::get)
          .toList();
    }

    /**
     * All of them, and those whose server or documents some values name.
     *
     * @param values of parameters: {@code postgres-jsonb@18}, or a store's label with the server in
     *     a longer name, as {@code jsonb@18_ind}; {@code mongodb_embedded}, {@code
     *     mongodb@8.0_embedded}
     */
    public static List<StoreProvider> all(java.util.Collection<String> values) {
      List<StoreProvider> plain = all();
      Map<String, StoreProvider> all = new LinkedHashMap<>();
      plain.forEach(store -> all.put(store.name(), store));
      for (String value : values) {
        boolean isEmbedded = value.endsWith(EMBEDDED);
        String linked = isEmbedded ? value.substring(0, value.length() - EMBEDDED.length()) : value;
        String[] sides = linked.split("@", 2);
        for (StoreProvider store : plain) {
          String server = "";
          if (sides.length > 1 && store.name().equals(sides[0])) {
            server = sides[1];
          } else if (sides.length > 1 && store.label().equals(sides[0])) {
            server = sides[1].replaceFirst("_[^_]*$", "");
          }
          if (server.matches("[A-Za-z0-9.]+(:.+)?") && store.server().isPresent()) {
            StoreProvider versioned = at(store, "@" + server);
            all.putIfAbsent(versioned.name(), versioned);
          }
        }
        StoreProvider store = all.get(linked);
        if (isEmbedded && store != null && !store.dialect().isEmpty()) {
          all.put(value, embedded(store));
        }
      }
      return List.copyOf(all.values());
    }

    /** The families of servers behind some stores. */
    public static List<ServerFamily> families(java.util.Collection<StoreProvider> stores) {
      return stores.stream().flatMap(store -> store.server().stream()).distinct().toList();
    }

    @SuppressWarnings("ReferenceEquality") // Object's own equality, which a proxy has to be given
    private static boolean isSame(Object proxy, Object other) {
      return proxy == other;
    }

    /** A store on a server of its own; in all else as the store itself. */
    private static StoreProvider at(StoreProvider store, String server) {
      return variant(
          store, server, Map.of("server", store.server().map(family -> family.forServer(server))));
    }

    /** A store that answers a suite's queries of embedded documents, and does nothing else. */
    private static StoreProvider embedded(StoreProvider store) {
      Set<Capability> both = EnumSet.of(Capability.QUERY_SUITE, Capability.READ_BACK);
      both.retainAll(store.capabilities());
      return variant(
          store,
          EMBEDDED,
          Map.of("capabilities", both, "dialect", store.dialect() + EMBEDDED_DIALECT));
    }

    /**
     * A store that takes part when it is named.
     *
     * @param ending of its name, after the store's
     * @param different what it answers otherwise than the store, by method
     */
    private static StoreProvider variant(
        StoreProvider store, String ending, Map<String, Object> different) {
      InvocationHandler answers =
          (proxy, method, arguments) -> {
            if (different.containsKey(method.getName())) {
              return different.get(method.getName());
            }
            try {
              return switch (method.getName()) {
                case "name", "toString" -> store.name() + ending;
                case "label" -> store.label() + ending;
                case "onlyWhenNamed" -> true;
                // not those of the store: it is equal to itself alone
                case "equals" -> isSame(proxy, arguments[0]);
                case "hashCode" -> System.identityHashCode(proxy);
                default -> method.invoke(store, arguments);
              };
            } catch (InvocationTargetException e) {
              throw e.getTargetException();
            }
          };
      Class<?>[] type = {StoreProvider.class};
      return (StoreProvider)
          Proxy.newProxyInstance(StoreProvider.class.getClassLoader(), type, answers);
    }

    public static Optional<StoreProvider> byName(String name) {
      return all(List.of(name)).stream()
          .filter(provider -> provider.name().equals(name))
          .findFirst();
    }
  }
}
