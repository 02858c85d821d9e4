package org.docduel.core.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.docduel.core.config.AttributeCount;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.model.InsertDocuments;
import org.docduel.core.server.AddressFile;
import org.docduel.core.server.MongoServer;
import org.docduel.core.server.PostgresServer;
import org.docduel.core.server.ServerAddresses;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerSearch;
import org.docduel.core.server.Servers;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Compares inserts through the harness with a bare loop on the driver that sends the same
 * statements. Both start from the same documents in memory, encode, send and wait. A third side
 * sends what was encoded beforehand: what is left is the server and the network.
 *
 * <p>A turn of a side is a connection, an empty collection, one observation to warm up and three
 * that count; the shortest is the turn's time, since other work on the machine can only add to it.
 * The harness's turn is {@code InsertBenchmark} run by JMH in this JVM, its time is JMH's score.
 * Run with {@code scripts/compare-insert}; arguments: rounds (default 7), documents of 4KB (default
 * 5000; of 200B ten times as many, for an observation as long), and stores (default postgres-jsonb,
 * postgres-typed, mongodb).
 */
public final class InsertComparison {
  private static final int BATCH = 500;
  private static final int OBSERVATIONS = 3;
  private static final List<String> STORES = List.of("postgres-jsonb", "postgres-typed", "mongodb");

  private static final int SMALL_TO_LARGE = 10;

  private final int rounds;
  private final int large;

  private InsertComparison(int rounds, int large) {
    this.rounds = rounds;
    this.large = large;
  }

  /**
   * Prints a line for each store and document.
   *
   * @param arguments rounds, documents, stores
   * @throws Exception when a server or a driver does not do what it should
   */
  public static void main(String[] arguments) throws Exception {
    System.setProperty("jmh.ignoreLock", "true");
    List<String> given = Arrays.asList(arguments);
    InsertComparison comparison =
        new InsertComparison(
            given.isEmpty() ? 7 : Integer.parseInt(given.get(0)),
            given.size() < 2 ? 5_000 : Integer.parseInt(given.get(1)));
    try (Servers servers = new Servers(Settings.ofProcess())) {
      System.out.println(
          "| store | payload | attributes | harness / bare | quartiles | bare docs/s | encoded before / bare |");
      System.out.println("|---|---|---|---|---|---|---|");
      for (String store : given.size() < 3 ? STORES : given.subList(2, given.size())) {
        comparison.compare(servers, store);
      }
    }
  }

  private void compare(Servers servers, String store) throws Exception {
    ServerFamily family = store.equals("mongodb") ? MongoServer.FAMILY : PostgresServer.FAMILY;
    ServerSearch search = servers.look(family);
    if (search.way().isEmpty()) {
      System.out.println(store + ": no server: " + search.reason() + "; " + search.remedy());
      return;
    }
    ServerAddress address = servers.start(family).address();
    try (AddressFile file = servers.addresses().write()) {
      System.setProperty(Settings.property(ServerAddresses.SETTING), file.path().toString());
      compare(store, address, "200B", 1, SMALL_TO_LARGE * large);
      compare(store, address, "4KB", 1, large);
      compare(store, address, "4KB", 200, large);
    }
  }

  private void compare(
      String store, ServerAddress address, String payload, int attributes, int documents)
      throws Exception {
    Dataset dataset =
        InsertDocuments.withDefaults()
            .withPayload(PayloadSize.parse(payload))
            .withAttributes(new AttributeCount(attributes));
    List<List<Document>> batches = batches(dataset, documents);
    Options options = options(store, payload, attributes, documents);
    Alternation times =
        new Alternation()
            .with("harness", () -> harness(options))
            .with("bare", () -> bare(store, address, dataset, batches))
            .with("encoded", () -> encoded(store, address, dataset, batches))
            .run(rounds);
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %d | %.3f | %s | %.0f | %.2f |%n",
        store,
        payload,
        attributes,
        times.speed("harness", "bare"),
        times.spread("harness", "bare"),
        1000 * documents / times.median("bare"),
        times.speed("encoded", "bare"));
  }

  private static Options options(String store, String payload, int attributes, int documents) {
    return new OptionsBuilder()
        .include("\\.InsertBenchmark\\.")
        .verbosity(VerboseMode.SILENT)
        .shouldFailOnError(true)
        .forks(0)
        .warmupIterations(1)
        .measurementIterations(OBSERVATIONS)
        .param("store", store)
        .param("payload", payload)
        .param("attributes", String.valueOf(attributes))
        .param("documents", String.valueOf(documents))
        .param("batch", String.valueOf(BATCH))
        .build();
  }

  private static double harness(Options options) throws RunnerException {
    RunResult result = new Runner(options).runSingle();
    return result.getBenchmarkResults().stream()
        .flatMap(fork -> fork.getIterationResults().stream())
        .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
        .min()
        .orElseThrow();
  }

  private static double bare(
      String store, ServerAddress address, Dataset dataset, List<List<Document>> batches)
      throws Exception {
    try (BareLoop loop = loop(store, address, dataset)) {
      return observe(
          loop,
          () -> {
            for (List<Document> batch : batches) {
              loop.insert(batch);
            }
          });
    }
  }

  private static double encoded(
      String store, ServerAddress address, Dataset dataset, List<List<Document>> all)
      throws Exception {
    try (BareLoop loop = loop(store, address, dataset)) {
      List<BareLoop.Encoded> batches = new ArrayList<>();
      for (List<Document> batch : all) {
        batches.add(loop.encode(batch));
      }
      return observe(
          loop,
          () -> {
            for (BareLoop.Encoded batch : batches) {
              batch.send();
            }
          });
    }
  }

  private static double observe(BareLoop loop, BareLoop.Encoded work) throws Exception {
    loop.create();
    double shortest = Double.MAX_VALUE;
    for (int i = 0; i <= OBSERVATIONS; i++) {
      loop.empty();
      long start = System.nanoTime();
      work.send();
      if (i > 0) {
        shortest = Math.min(shortest, (System.nanoTime() - start) / 1e6);
      }
    }
    return shortest;
  }

  private static List<List<Document>> batches(Dataset dataset, int documents) {
    List<List<Document>> batches = new ArrayList<>();
    for (int from = 0; from < documents; from += BATCH) {
      batches.add(dataset.documents(from, Math.min(BATCH, documents - from)));
    }
    return batches;
  }

  private static BareLoop loop(String store, ServerAddress address, Dataset dataset)
      throws Exception {
    return switch (store) {
      case "postgres-jsonb" ->
          new BareCopy(address, "jsonb", dataset.document(0).body(), new BareJsonb());
      case "postgres-typed" ->
          new BareCopy(address, "typed", dataset.document(0).body(), new BareTyped());
      case "mongodb" -> new BareMongo(address, "w1");
      default -> throw new IllegalArgumentException("no bare loop for " + store);
    };
  }
}
