package org.docduel.core.jmh;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Durability;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProviders;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The store of a fork, and the only state that opens one. A workload's own state takes this one as
 * a parameter of its set-up and calls {@link #open}.
 *
 * <p>The server's address comes from the launcher. Without a launcher (an IDE that starts JMH
 * itself) the server is started here, in the fork, and stops with it.
 */
@State(Scope.Benchmark)
public class StoreState {
  /**
   * The value of {@link #store} that the launcher replaces by the name of every store that can be
   * had.
   */
  public static final String ALL = "all";

  /** Which store; {@code all} is understood by the launcher alone. */
  @Param(ALL)
  public String store = ALL;

  /** What an acknowledgement promises: default, relaxed, none. */
  @Param("default")
  public String durability = "default";

  private final ForkServers servers = new ForkServers();
  private Optional<Store> opened = Optional.empty();

  /**
   * Opens the store, once a trial.
   *
   * @param config what the workload's parameters ask for; the durability is set here
   * @return the open store, closed after the trial
   */
  public Store open(StoreConfig config) {
    StoreProvider provider = provider();
    StoreConfig complete = config.withDurability(Durability.parse(durability));
    provider
        .refusal(complete)
        .ifPresent(reason -> {
          throw new BadInputException("store " + store + ": " + reason);
        });
    Optional<ServerAddress> address = provider.server().map(servers::address);
    Store open = provider.open(address, complete);
    opened = Optional.of(open);
    return open;
  }

  /**
   * The provider of the store.
   *
   * @return the one with the name that the parameter gives
   */
  public StoreProvider provider() {
    return StoreProviders.named(store)
        .orElseThrow(() -> BadInputException.parameter("store", store, "one of " + names()));
  }

  /** Closes the store and stops what was started for it here. */
  @TearDown(Level.Trial)
  public void close() {
    try {
      opened.ifPresent(Store::close);
    } finally {
      opened = Optional.empty();
      servers.close();
    }
  }

  /**
   * The parameters of the combination that runs, for facts.
   *
   * @param params what JMH hands to a set-up
   * @return name to value, in JMH's order
   */
  public static Map<String, String> parameters(BenchmarkParams params) {
    return params.getParamsKeys().stream()
        .collect(
            Collectors.toMap(
                key -> key,
                params::getParam,
                (first, second) -> first,
                java.util.LinkedHashMap::new));
  }

  private static String names() {
    return StoreProviders.all().stream().map(StoreProvider::name).collect(Collectors.joining(", "));
  }
}
