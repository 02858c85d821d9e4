package org.docduel.tools;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The same work done in several ways.
 *
 * @param cases parameters of all sides; {@code store} also tells which server is needed
 * @param timing how each fork measures
 * @param metric what is compared: a metric of the benchmarks, or empty for JMH's score
 * @param goals what is to be shown
 */
record Comparison(
    List<Side> sides,
    List<Map<String, String>> cases,
    Timing timing,
    String metric,
    List<Goal> goals) {

  /**
   * One way: a JMH benchmark.
   *
   * @param name such as {@code ours}
   * @param benchmark class and method, such as {@code InsertBenchmark.insert}
   * @param threads JMH's threads
   * @param parameters those that the cases do not give
   */
  record Side(String name, String benchmark, int threads, Map<String, String> parameters) {
    Side(String name, String benchmark) {
      this(name, benchmark, 1, Map.of());
    }
  }

  /**
   * What a fork does.
   *
   * @param forks forks of each side, unless the command line says otherwise
   * @param warmups iterations that do not count
   * @param iterations iterations that count
   * @param millis time of an iteration in milliseconds; 0 for single shots
   */
  record Timing(int forks, int warmups, int iterations, long millis) {}

  /**
   * One side is fast enough beside another.
   *
   * @param side whose speed it is
   * @param reference the side with the speed 1
   * @param speed the least speed that will do: 0.97 allows 3 % fewer operations a second
   */
  record Goal(String side, String reference, double speed) {}

  private static final String OURS = "ours";
  private static final String BARE = "bare";

  /** Those that there are, by name. */
  static Map<String, Comparison> all() {
    return new TreeMap<>(
        Map.of(
            "insert", inserts(),
            "update-8", updates(8, 0.90),
            "update-64", updates(64, 0.85),
            "update-mongodb", updatesOnMongo(),
            "mixed", mixed(),
            "read", reads(),
            "resampling", resampling()));
  }

  /** InsertBenchmark against the same statements sent by hand. */
  private static Comparison inserts() {
    return new Comparison(
        List.of(new Side(OURS, "InsertBenchmark.insert"), new Side(BARE, "BareBenchmark.insert")),
        List.of(
            insert("postgres-jsonb", "200B", "1", "50000"),
            insert("postgres-jsonb", "4KB", "1", "5000"),
            insert("postgres-jsonb", "4KB", "200", "5000"),
            insert("mongodb", "200B", "1", "50000"),
            insert("mongodb", "4KB", "1", "5000"),
            insert("mongodb", "4KB", "200", "1500")),
        new Timing(7, 4, 10, 0),
        "",
        List.of(new Goal(OURS, BARE, 0.97)));
  }

  private static Map<String, String> insert(
      String store, String payload, String attributes, String documents) {
    return Map.of(
        "store", store, "payload", payload, "attributes", attributes, "documents", documents);
  }

  /** UpdateBenchmark against pgbench and a loop on HikariCP; closed loops. */
  private static Comparison updates(int workers, double ofPgbench) {
    String count = String.valueOf(workers);
    return new Comparison(
        List.of(
            new Side(OURS, "UpdateBenchmark.update", workers, Map.of()),
            new Side("pooled", "UpdateBenchmark.update", workers, Map.of("pool", count)),
            new Side(BARE, "BareBenchmark.update", workers, Map.of()),
            new Side("pgbench", "PgbenchBenchmark.run", 1, Map.of("clients", count))),
        List.of(Map.of("store", "postgres-jsonb", "documents", "50000", "durability", "relaxed")),
        new Timing(5, 5, 5, 2_000),
        "throughput",
        List.of(new Goal(OURS, "pgbench", ofPgbench), new Goal("pooled", BARE, 0.97)));
  }

  /** UpdateBenchmark against the same updates sent by hand; closed loops of 8 workers. */
  private static Comparison updatesOnMongo() {
    return new Comparison(
        List.of(
            new Side(OURS, "UpdateBenchmark.update", 8, Map.of()),
            new Side(BARE, "BareBenchmark.update", 8, Map.of())),
        List.of(Map.of("store", "mongodb", "documents", "50000", "durability", "default")),
        new Timing(5, 5, 5, 2_000),
        "throughput",
        List.of(new Goal(OURS, BARE, 0.97)));
  }

  /** MixedBenchmark against pgbench with the same two statements; closed loops of 4 clients. */
  private static Comparison mixed() {
    return new Comparison(
        List.of(
            new Side(
                OURS,
                "MixedBenchmark.operate",
                4,
                Map.of("mix", "read:50,update:50", "keys", "uniform")),
            new Side("pgbench", "PgbenchBenchmark.run", 1, Map.of("clients", "4"))),
        List.of(Map.of("store", "postgres-typed", "documents", "50000", "durability", "relaxed")),
        new Timing(3, 3, 5, 2_000),
        "throughput",
        List.of(new Goal(OURS, "pgbench", 0.90)));
  }

  /** IndexedReadBenchmark against the same query, with every id received by hand. */
  private static Comparison reads() {
    return new Comparison(
        List.of(new Side(OURS, "IndexedReadBenchmark.read"), new Side(BARE, "BareBenchmark.read")),
        List.of(
            read("postgres-jsonb", "jsonb_ind", "S1"),
            read("postgres-jsonb", "jsonb_ind", "S2"),
            read("postgres-jsonb", "jsonb_ind", "S3"),
            read("postgres-typed", "rel_ind", "S1"),
            read("postgres-typed", "rel_ind", "S3"),
            read("postgres-typed", "rel_ind", "S9"),
            read("mongodb", "mongodb_ind", "S1"),
            read("mongodb", "mongodb_ind", "S2"),
            read("mongodb", "mongodb_ind", "S3")),
        new Timing(7, 10, 30, 0),
        "",
        List.of(new Goal(OURS, BARE, 0.97)));
  }

  private static Map<String, String> read(String store, String variant, String scenario) {
    return Map.of("store", store, "variant", variant, "scenario", scenario, "rows", "100000");
  }

  /** 100,000 resamples against SciPy's, and against drawing the random indexes alone. */
  private static Comparison resampling() {
    return new Comparison(
        List.of(
            new Side(OURS, "ResamplingBenchmark.meanRatio"),
            new Side("studentized", "ResamplingBenchmark.studentized"),
            new Side("hierarchical", "ResamplingBenchmark.hierarchical"),
            new Side("draws", "ResamplingBenchmark.drawAndGather"),
            new Side("scipy", "ResamplingBenchmark.scipy")),
        List.of(Map.of()),
        new Timing(5, 5, 5, 500),
        "",
        List.of(
            new Goal(OURS, "scipy", 5),
            new Goal(OURS, "draws", 0.5),
            new Goal("studentized", "draws", 0.5),
            new Goal("hierarchical", "draws", 0.5)));
  }
}
