package org.docduel.core.fork;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.stats.jmh.JmhResult;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The store of a fork, for workloads that compare stores under their own names. A workload's own
 * state takes this one as a parameter of its set-up and calls {@link #open}.
 */
@State(Scope.Benchmark)
public class StoreState {
  /**
   * The value of {@link #store} that the launcher replaces by the name of every store that can be
   * had.
   */
  public static final String ALL = "all";

  /** The name of {@link #settings}, which a command line does not show. */
  public static final String SETTINGS = "settings";

  /** Which store; {@code all} is understood by the launcher alone. */
  @Param(ALL)
  public String store = ALL;

  /** What an acknowledgement promises: default, relaxed, none. */
  @Param("default")
  public String durability = "default";

  /** The parameters that the store declares, as {@link StoreSettings#text} writes them. */
  @Param(StoreSettings.DEFAULT)
  public String settings = StoreSettings.DEFAULT;

  private final ForkStore opened = new ForkStore();

  /** Opens the store, once a trial. */
  public Store open(StoreConfig config) {
    return opened.open(store, complete(config));
  }

  /**
   * Restarts the server when its memory is limited, once its data are loaded and settled, so that
   * all stores begin with empty caches.
   *
   * @return the store that goes on, which may be another object
   */
  public Store restartLimited(Store loaded, StoreConfig config) {
    return MemoryWatch.ofFork(provider()).isPresent()
        ? opened.reopen(store, complete(config)).orElse(loaded)
        : loaded;
  }

  private StoreConfig complete(StoreConfig config) {
    return config
        .withDurability(Durability.PARAMETER.parse(durability))
        .withSettings(StoreSettings.parse(settings));
  }

  /** The provider of the store. */
  public StoreProvider provider() {
    return ForkStore.provider(store);
  }

  /** Settles and closes the store, and stops what was started for it here. */
  @TearDown(Level.Trial)
  public void close() {
    try {
      opened.settleForNeighbours();
    } finally {
      opened.close();
    }
  }

  /** Its {@link #parameters} and the full name of its {@code benchmark}: another may have them. */
  public static Map<String, String> combination(BenchmarkParams params) {
    Map<String, String> all = parameters(params);
    all.put(JmhResult.BENCHMARK, params.getBenchmark());
    return all;
  }

  /** The parameters of the combination that runs, those that stores declare among them. */
  public static Map<String, String> parameters(BenchmarkParams params) {
    Map<String, String> all = new TreeMap<>();
    for (String name : params.getParamsKeys()) {
      String value = params.getParam(name);
      if (name.equals(SETTINGS)) {
        all.putAll(StoreSettings.parse(value).values());
      } else {
        all.put(name, value);
      }
    }
    return new LinkedHashMap<>(all);
  }
}
