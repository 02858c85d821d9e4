package org.docduel.tools;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.docduel.core.config.AttributeCount;
import org.docduel.core.config.InsertPath;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Inserts;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProviders;

/**
 * Compares the insert paths of the PostgreSQL-side stores in one run; docs/insert-paths.md has its
 * table. For each store and document the paths take turns in random order, each filling an empty
 * table with batches of 500. Given are the median time of each path and its ratio to the fastest.
 *
 * <p>Not a test. Run its main method with the tests' class path; arguments: rounds (default 7),
 * documents for each (default 5000), and stores (default: all that live on PostgreSQL).
 */
public final class InsertPathComparison {
  private static final int BATCH = 500;
  private static final List<InsertPath> PATHS =
      List.of(InsertPath.VALUES, InsertPath.REWRITE, InsertPath.UNNEST, InsertPath.COPY);

  private final int rounds;
  private final int documents;
  private final Random order = new Random(42);

  private InsertPathComparison(int rounds, int documents) {
    this.rounds = rounds;
    this.documents = documents;
  }

  /**
   * Prints the table.
   *
   * @param arguments rounds, documents, stores
   */
  public static void main(String[] arguments) {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7;
    int documents = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5_000;
    List<String> stores =
        arguments.length > 2
            ? Arrays.asList(arguments).subList(2, arguments.length)
            : List.of(
                "postgres-json",
                "postgres-jsonb",
                "postgres-typed",
                "postgres-bytea-bson",
                "documentdb");
    System.out.println("| store | payload | attributes | values | rewrite | unnest | copy |");
    System.out.println("|---|---|---|---|---|---|---|");
    InsertPathComparison comparison = new InsertPathComparison(rounds, documents);
    try (Servers servers = new Servers(Settings.ofProcess())) {
      for (String store : stores) {
        comparison.compare(StoreProviders.named(store).orElseThrow(), servers);
      }
    }
  }

  private void compare(StoreProvider provider, Servers servers) {
    Optional<ServerAddress> address =
        provider.server().map(family -> servers.start(family).address());
    for (String payload : List.of("10B", "4KB")) {
      for (int attributes : List.of(1, 200)) {
        print(provider, address, payload, attributes);
      }
    }
  }

  private void print(
      StoreProvider provider, Optional<ServerAddress> address, String payload, int attributes) {
    Dataset dataset =
        InsertDocuments.withDefaults()
            .withPayload(PayloadSize.parse(payload))
            .withAttributes(new AttributeCount(attributes));
    Map<InsertPath, long[]> nanos = measure(provider, address, dataset);
    long fastest =
        nanos.values().stream().mapToLong(InsertPathComparison::median).min().orElseThrow();
    StringBuilder line = new StringBuilder("| ");
    line.append(provider.name()).append(" | ").append(payload).append(" | ").append(attributes);
    for (InsertPath path : PATHS) {
      long median = median(nanos.getOrDefault(path, new long[] {0}));
      line.append(
          String.format(Locale.ROOT, " | %.0f ms (%.2f)", median / 1e6, (double) median / fastest));
    }
    System.out.println(line.append(" |"));
  }

  private Map<InsertPath, long[]> measure(
      StoreProvider provider, Optional<ServerAddress> address, Dataset dataset) {
    List<Document> all = dataset.documents(0, documents);
    Collection collection = new Collection("insert_paths", all.get(0).body(), List.of());
    Map<InsertPath, long[]> nanos = new EnumMap<>(InsertPath.class);
    List<InsertPath> turns = new ArrayList<>(PATHS);
    for (int round = -1; round < rounds; round++) {
      Collections.shuffle(turns, order);
      for (InsertPath path : turns) {
        long time = once(provider, address, path, collection, all);
        if (round >= 0) {
          nanos.computeIfAbsent(path, key -> new long[rounds])[round] = time;
        }
      }
    }
    return nanos;
  }

  /** The statements are prepared and used once before the clock starts, as in a warm session. */
  private static long once(
      StoreProvider provider,
      Optional<ServerAddress> address,
      InsertPath path,
      Collection collection,
      List<Document> all) {
    try (Store store = provider.open(address, StoreConfig.defaults().withPath(path));
        Session session = store.session()) {
      store.create(collection);
      Inserts inserts = session.inserts(collection);
      inserts.insert(all.subList(0, BATCH));
      inserts.insert(all.subList(BATCH, 2 * BATCH));
      store.empty(collection);
      store.settle();
      long start = System.nanoTime();
      for (int from = 0; from < all.size(); from += BATCH) {
        inserts.insert(all.subList(from, Math.min(all.size(), from + BATCH)));
      }
      return System.nanoTime() - start;
    }
  }

  private static long median(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
