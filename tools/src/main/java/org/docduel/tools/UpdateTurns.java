package org.docduel.tools;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.docduel.core.config.Durability;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerAddresses;
import org.docduel.stores.postgres.server.PostgresServer;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * One side of {@link UpdateComparison}, in a process of its own: updates for some time for each
 * line that comes in, and the seconds for each update as a line that goes out.
 *
 * <p>Arguments: harness, pooled or bare, workers, documents, durability, milliseconds, turns. Where
 * the server is comes in the file that forks get.
 */
public final class UpdateTurns {
  /** A side: the harness, with a connection for each worker. */
  static final String HARNESS = "harness";

  /** A side: the harness with a pool of as many connections. */
  static final String POOLED = "pooled";

  /** A side: {@link BareUpdates}. */
  static final String BARE = "bare";

  private final int workers;
  private final int documents;
  private final Durability durability;
  private final int millis;
  private final int turns;

  private UpdateTurns(List<String> arguments) {
    this.workers = Integer.parseInt(arguments.get(0));
    this.documents = Integer.parseInt(arguments.get(1));
    this.durability = Durability.parse(arguments.get(2));
    this.millis = Integer.parseInt(arguments.get(3));
    this.turns = Integer.parseInt(arguments.get(4));
  }

  /**
   * Measures.
   *
   * @param arguments the side and what it updates
   * @throws Exception when a server or a driver does not do what it should
   */
  public static void main(String[] arguments) throws Exception {
    System.setProperty("jmh.ignoreLock", "true");
    List<String> given = Arrays.asList(arguments);
    UpdateTurns side = new UpdateTurns(given.subList(1, given.size()));
    switch (given.get(0)) {
      case HARNESS -> side.harness(0);
      case POOLED -> side.harness(side.workers);
      case BARE -> side.bare();
      default -> throw new IllegalArgumentException("no side is called " + given.get(0));
    }
  }

  /** The server's setting behind a promise. */
  static String setting(Durability durability) {
    return "synchronous_commit=" + (durability == Durability.DEFAULT ? "on" : "off");
  }

  private void harness(int pool) throws RunnerException {
    new Runner(
            new OptionsBuilder()
                .include("\\.UpdateBenchmark\\.")
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true)
                .forks(0)
                .threads(workers)
                .warmupIterations(0)
                .measurementIterations(turns)
                .measurementTime(TimeValue.milliseconds(millis))
                .addProfiler(ThroughputGate.class)
                .param("store", UpdateTable.STORE)
                .param("documents", String.valueOf(documents))
                .param("pool", String.valueOf(pool))
                .param("durability", durability.label())
                .build())
        .runSingle();
  }

  private void bare() throws Exception {
    ServerAddress server =
        ServerAddresses.read(Settings.ofProcess())
            .flatMap(addresses -> addresses.of(PostgresServer.FAMILY))
            .orElseThrow();
    try (BareUpdates loop = new BareUpdates(server, setting(durability), workers, documents)) {
      for (int turn = 0; turn < turns; turn++) {
        TurnGate.await();
        TurnGate.say(1 / loop.perSecond(Duration.ofMillis(millis)));
      }
    }
  }
}
