package org.docduel.core.compare;

import java.util.List;
import java.util.Locale;
import org.docduel.core.config.Settings;
import org.docduel.core.jmh.ClientProcess;
import org.docduel.core.jmh.MetricsProfiler;
import org.docduel.core.server.AddressFile;
import org.docduel.core.server.PostgresServer;
import org.docduel.core.server.ServerAddresses;
import org.docduel.core.server.Servers;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * What many workers cost the client that few do not: processor time of the whole process at the
 * same rate of updates, with 256 workers and with 8. The rate is given, since a closed loop of more
 * workers does more. Before the rounds both run at five times the rate, for twice as long: while
 * the JVM compiles the code of an update, that is most of what the client does. Run with {@code
 * scripts/compare-workers}; arguments: rounds (default 5), updates per second (default 1000),
 * seconds (default 10), store (default postgres-jsonb; noop for what is not the driver's),
 * durability (default relaxed: where an update waits for the disk, as with default, more of them
 * are under way in a burst than 8 workers can have, and 256 have more to do at the same time).
 */
public final class WorkerComparison {
  private static final String FEW = "8";
  private static final String MANY = "256";
  private static final String DOCUMENTS = "20000";
  private static final int WARMUP_RATE = 5;

  private final int rate;
  private final int seconds;
  private final String store;
  private final String durability;

  private WorkerComparison(List<String> given) {
    this.rate = given.size() < 2 ? 1000 : Integer.parseInt(given.get(1));
    this.seconds = given.size() < 3 ? 10 : Integer.parseInt(given.get(2));
    this.store = given.size() < 4 ? "postgres-jsonb" : given.get(3);
    this.durability = given.size() < 5 ? "relaxed" : given.get(4);
  }

  /**
   * Prints both and how many times as much the many cost.
   *
   * @param arguments rounds, updates per second, seconds, store, durability
   * @throws Exception when a server does not do what it should
   */
  public static void main(String[] arguments) throws Exception {
    System.setProperty("jmh.ignoreLock", "true");
    System.setProperty(Settings.property(Servers.CONNECTIONS), MANY);
    List<String> given = List.of(arguments);
    int rounds = given.isEmpty() ? 5 : Integer.parseInt(given.get(0));
    WorkerComparison comparison = new WorkerComparison(given);
    try (Servers servers = new Servers(Settings.ofProcess())) {
      servers.start(PostgresServer.FAMILY);
      try (AddressFile file = servers.addresses().write()) {
        System.setProperty(Settings.property(ServerAddresses.SETTING), file.path().toString());
        comparison.compare(rounds);
      }
    }
  }

  private void compare(int rounds) throws Exception {
    for (String workers : List.of(FEW, MANY)) {
      percent(workers, WARMUP_RATE * rate, 2 * seconds);
    }
    Alternation processor =
        new Alternation()
            .with(FEW, () -> percent(FEW, rate, seconds))
            .with(MANY, () -> percent(MANY, rate, seconds))
            .run(rounds);
    System.out.printf(
        Locale.ROOT,
        "client's processor time at %d updates/s, of one processor: %.2f %% with %s workers,"
            + " %.2f %% with %s; ratio %.3f (quartiles %s)%n",
        rate,
        processor.median(FEW),
        FEW,
        processor.median(MANY),
        MANY,
        processor.speed(FEW, MANY),
        processor.spread(FEW, MANY));
  }

  /** Percent of one processor. */
  private double percent(String workers, int perSecond, int time) throws RunnerException {
    Options options =
        new OptionsBuilder()
            .include("\\.UpdateBenchmark\\.")
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .forks(0)
            .threads(Integer.parseInt(workers))
            .warmupIterations(1)
            .warmupTime(TimeValue.seconds(2))
            .measurementIterations(1)
            .measurementTime(TimeValue.seconds(time))
            .addProfiler(MetricsProfiler.class)
            .param("store", store)
            .param("documents", DOCUMENTS)
            .param("durability", durability)
            .param("rate", Integer.toString(perSecond))
            .build();
    Result<?> metric = new Runner(options).runSingle().getSecondaryResults().get(ClientProcess.CPU);
    if (metric == null) {
      throw new IllegalStateException("no metric " + ClientProcess.CPU);
    }
    return metric.getScore();
  }
}
