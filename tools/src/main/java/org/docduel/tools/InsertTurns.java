package org.docduel.tools;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.docduel.core.config.AttributeCount;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.server.ServerAddresses;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * One side of {@link InsertComparison}, in a process of its own: an observation for each line that
 * comes in, and its time in milliseconds as a line that goes out.
 *
 * <p>Arguments: harness or bare, store, payload, attributes, documents. Where the server is comes
 * in the file that forks get.
 */
public final class InsertTurns {
  /** A side: the harness. */
  static final String HARNESS = "harness";

  /** A side: {@link BareLoop}. */
  static final String BARE = "bare";

  /** How many a side has to be asked for. */
  static final int OBSERVATIONS = 20;

  private static final int BATCH = 500;

  private final String store;
  private final String payload;
  private final String attributes;
  private final int documents;

  private InsertTurns(List<String> arguments) {
    this.store = arguments.get(0);
    this.payload = arguments.get(1);
    this.attributes = arguments.get(2);
    this.documents = Integer.parseInt(arguments.get(3));
  }

  /**
   * Measures.
   *
   * @param arguments the side and what it inserts
   * @throws Exception when a server or a driver does not do what it should
   */
  public static void main(String[] arguments) throws Exception {
    System.setProperty("jmh.ignoreLock", "true");
    List<String> given = Arrays.asList(arguments);
    InsertTurns turn = new InsertTurns(given.subList(1, given.size()));
    switch (given.get(0)) {
      case HARNESS -> turn.harness();
      case BARE -> turn.bare();
      default -> throw new IllegalArgumentException("no side is called " + given.get(0));
    }
  }

  private void harness() throws RunnerException {
    Options options =
        new OptionsBuilder()
            .include("\\.InsertBenchmark\\.")
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .forks(0)
            .warmupIterations(0)
            .measurementIterations(OBSERVATIONS)
            .addProfiler(TurnGate.class)
            .param("store", store)
            .param("payload", payload)
            .param("attributes", attributes)
            .param("documents", String.valueOf(documents))
            .param("batch", String.valueOf(BATCH))
            .build();
    new Runner(options).runSingle();
  }

  private void bare() throws Exception {
    Dataset dataset =
        InsertDocuments.withDefaults()
            .withPayload(PayloadSize.parse(payload))
            .withAttributes(AttributeCount.parse(attributes));
    List<List<Document>> batches = new ArrayList<>();
    for (int from = 0; from < documents; from += BATCH) {
      batches.add(dataset.documents(from, Math.min(BATCH, documents - from)));
    }
    try (BareLoop loop = loop(dataset)) {
      loop.create();
      System.gc();
      for (int i = 0; i < OBSERVATIONS; i++) {
        TurnGate.await();
        loop.empty();
        long start = System.nanoTime();
        for (List<Document> batch : batches) {
          loop.insert(batch);
        }
        TurnGate.say((System.nanoTime() - start) / 1e6);
      }
    }
  }

  private BareLoop loop(Dataset dataset) throws Exception {
    ServerAddress server =
        ServerAddresses.read(Settings.ofProcess())
            .flatMap(addresses -> addresses.of(InsertComparison.family(store)))
            .orElseThrow();
    return switch (store) {
      case "postgres-jsonb" ->
          new BareCopy(server, "jsonb", dataset.document(0).body(), new BareJsonb());
      case "postgres-typed" ->
          new BareCopy(server, "typed", dataset.document(0).body(), new BareTyped());
      case "mongodb" -> new BareMongo(server, "w1");
      default -> throw new IllegalArgumentException("no bare loop for " + store);
    };
  }
}
