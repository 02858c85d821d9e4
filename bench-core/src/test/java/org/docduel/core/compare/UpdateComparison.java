package org.docduel.core.compare;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.docduel.core.config.Durability;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.jmh.MetricsProfiler;
import org.docduel.core.model.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.server.AddressFile;
import org.docduel.core.server.PostgresServer;
import org.docduel.core.server.ServerAddresses;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProviders;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Compares closed loops of updates through the harness with pgbench and with a bare loop on
 * HikariCP: the same statement, prepared, with the same promise, on a table of the same documents
 * that is made anew for each turn.
 *
 * <p>pgbench's clients and the workers of {@code harness} have a connection each; {@code pooled}
 * and {@code bare} borrow one for each update from a pool that has one for each of them. A turn is
 * a second to warm up and then some that count. Run with {@code scripts/compare-update}; arguments:
 * rounds (default 5), seconds (default 4), documents (default 50000), durability (default relaxed,
 * so that the clients and not the disk set the pace), and numbers of workers (default 8 and 64).
 */
public final class UpdateComparison {
  private static final UpdateDocuments DATASET = UpdateDocuments.withDefaults();
  private static final int CHUNK = 10_000;
  private static final String STORE = "postgres-jsonb";
  private static final String CONNECTIONS = "300";
  private static final String THROUGHPUT = "throughput";
  private static final List<String> WORKERS = List.of("8", "64");

  private final ServerAddress address;
  private final int rounds;
  private final int seconds;
  private final int documents;
  private final Durability durability;

  private UpdateComparison(
      ServerAddress address, int rounds, int seconds, int documents, Durability durability) {
    this.address = address;
    this.rounds = rounds;
    this.seconds = seconds;
    this.documents = documents;
    this.durability = durability;
  }

  /**
   * Prints a line for each number of workers.
   *
   * @param arguments rounds, seconds, documents, numbers of workers
   * @throws Exception when a server or a client does not do what it should
   */
  public static void main(String[] arguments) throws Exception {
    System.setProperty("jmh.ignoreLock", "true");
    // Those of the turn before may still be closing.
    System.setProperty(Settings.property(Servers.CONNECTIONS), CONNECTIONS);
    Optional<String> pgbench = Pgbench.version();
    if (pgbench.isEmpty()) {
      System.err.println(
          "docduel: there is no pgbench on the path to compare with; install PostgreSQL's server"
              + " package, which brings it");
      System.exit(2);
    }
    List<String> given = List.of(arguments);
    List<String> workers = given.size() < 5 ? WORKERS : given.subList(4, given.size());
    try (Servers servers = new Servers(Settings.ofProcess())) {
      ServerAddress address = servers.start(PostgresServer.FAMILY).address();
      UpdateComparison comparison =
          new UpdateComparison(
              address,
              given.isEmpty() ? 5 : Integer.parseInt(given.get(0)),
              given.size() < 2 ? 4 : Integer.parseInt(given.get(1)),
              given.size() < 3 ? 50_000 : Integer.parseInt(given.get(2)),
              Durability.parse(given.size() < 4 ? "relaxed" : given.get(3)));
      System.out.println(pgbench.get() + ", durability=" + comparison.durability.label());
      System.out.println(
          "| workers | harness / pgbench | quartiles | pooled / bare | quartiles | pgbench updates/s |");
      System.out.println("|---|---|---|---|---|---|");
      try (AddressFile file = servers.addresses().write()) {
        System.setProperty(Settings.property(ServerAddresses.SETTING), file.path().toString());
        for (String count : workers) {
          comparison.compare(Integer.parseInt(count));
        }
      }
    }
  }

  private void compare(int workers) throws Exception {
    Alternation times =
        new Alternation()
            .with("harness", () -> harness(workers, 0))
            .with("pooled", () -> harness(workers, workers))
            .with("bare", () -> bare(workers))
            .with("pgbench", () -> pgbench(workers))
            .run(rounds);
    System.out.printf(
        Locale.ROOT,
        "| %d | %.3f | %s | %.3f | %s | %.0f |%n",
        workers,
        times.speed("harness", "pgbench"),
        times.spread("harness", "pgbench"),
        times.speed("pooled", "bare"),
        times.spread("pooled", "bare"),
        1 / times.median("pgbench"));
  }

  /**
   * Seconds for each update, as of all sides, by the metric that counts all workers over the same
   * time. JMH's score adds up what each worker did in a time of its own.
   */
  private double harness(int workers, int pool) throws RunnerException {
    Result<?> throughput =
        new Runner(
                new OptionsBuilder()
                    .include("\\.UpdateBenchmark\\.")
                    .verbosity(VerboseMode.SILENT)
                    .shouldFailOnError(true)
                    .forks(0)
                    .threads(workers)
                    .warmupIterations(1)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementIterations(1)
                    .measurementTime(TimeValue.seconds(seconds))
                    .addProfiler(MetricsProfiler.class)
                    .param("store", STORE)
                    .param("documents", String.valueOf(documents))
                    .param("pool", String.valueOf(pool))
                    .param("durability", durability.label())
                    .build())
            .runSingle()
            .getSecondaryResults()
            .get(THROUGHPUT);
    if (throughput == null) {
      throw new IllegalStateException("no metric " + THROUGHPUT);
    }
    return 1 / throughput.getScore();
  }

  private double bare(int workers) throws Exception {
    load();
    return 1 / BareUpdates.perSecond(address, setting(), workers, documents, seconds);
  }

  private double pgbench(int workers) throws Exception {
    load();
    return 1 / new Pgbench(address, setting()).perSecond(workers, documents, seconds);
  }

  /** The server's setting behind the promise. */
  private String setting() {
    return "synchronous_commit=" + (durability == Durability.DEFAULT ? "on" : "off");
  }

  private void load() {
    Collection collection =
        new Collection(
            BareUpdates.COLLECTION,
            DATASET.document(0).body(),
            List.of(new Index(Index.Kind.ORDERED, List.of(UpdateDocuments.KEY))));
    try (Store store =
            StoreProviders.named(STORE)
                .orElseThrow()
                .open(Optional.of(address), StoreConfig.defaults());
        Session session = store.session()) {
      Ingestion ingestion = session.ingestion(collection);
      ingestion.prepare();
      for (int from = 0; from < documents; from += CHUNK) {
        ingestion.load(DATASET.documents(from, Math.min(CHUNK, documents - from)));
      }
      ingestion.phases().forEach(phase -> phase.work().run());
      store.settle();
    }
  }
}
