package org.docduel.tools;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The same work done in several ways.
 *
 * @param timing how each fork measures and how many there are, unless the command line says
 *     otherwise, in JMH's words
 * @param metric what is compared: a metric of the benchmarks, or empty for JMH's score
 * @param cases parameters of all sides; {@code store} also tells which server is needed
 * @param goals what is to be shown
 */
record Comparison(
    String timing, String metric, List<Side> sides, List<String> cases, List<Goal> goals) {

  /**
   * One way: a JMH benchmark.
   *
   * @param command class and method, such as {@code InsertBenchmark.insert}, and what JMH is told
   *     for this side alone
   */
  record Side(String name, String command) {}

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
  private static final String THROUGHPUT = "throughput";
  private static final String CLOSED_LOOP = "-f 5 -wi 5 -i 5 -w 2s -r 2s";

  static Map<String, Comparison> all() {
    return new TreeMap<>(
        Map.of(
            "insert", inserts(),
            "update-8", updates("8", 0.90),
            "update-64", updates("64", 0.85),
            "update-mongodb", updatesOnMongo(),
            "mixed", mixed(),
            "read", reads(),
            "resampling", resampling()));
  }

  /** InsertBenchmark against the same statements sent by hand. */
  private static Comparison inserts() {
    return new Comparison(
        "-f 7 -wi 4 -i 10",
        "",
        List.of(new Side(OURS, "InsertBenchmark.insert"), new Side(BARE, "BareBenchmark.insert")),
        List.of(
            "store=postgres-jsonb payload=200B attributes=1 documents=50000",
            "store=postgres-jsonb payload=4KB attributes=1 documents=5000",
            "store=postgres-jsonb payload=4KB attributes=200 documents=5000",
            "store=mongodb payload=200B attributes=1 documents=50000",
            "store=mongodb payload=4KB attributes=1 documents=5000",
            "store=mongodb payload=4KB attributes=200 documents=1500"),
        List.of(new Goal(OURS, BARE, 0.97)));
  }

  /** UpdateBenchmark against pgbench and a loop on HikariCP; closed loops. */
  private static Comparison updates(String workers, double ofPgbench) {
    String threads = " -t " + workers;
    return new Comparison(
        CLOSED_LOOP,
        THROUGHPUT,
        List.of(
            new Side(OURS, "UpdateBenchmark.update" + threads),
            new Side("pooled", "UpdateBenchmark.update -p pool=" + workers + threads),
            new Side(BARE, "BareBenchmark.update" + threads),
            new Side("pgbench", "PgbenchBenchmark.run -p clients=" + workers)),
        List.of("store=postgres-jsonb documents=50000 durability=relaxed"),
        List.of(new Goal(OURS, "pgbench", ofPgbench), new Goal("pooled", BARE, 0.97)));
  }

  /** UpdateBenchmark against the same updates sent by hand; closed loops of 8 workers. */
  private static Comparison updatesOnMongo() {
    return new Comparison(
        CLOSED_LOOP,
        THROUGHPUT,
        List.of(
            new Side(OURS, "UpdateBenchmark.update -t 8"),
            new Side(BARE, "BareBenchmark.update -t 8")),
        List.of("store=mongodb documents=50000 durability=default"),
        List.of(new Goal(OURS, BARE, 0.97)));
  }

  /** MixedBenchmark against pgbench with the same two statements; closed loops of 4 clients. */
  private static Comparison mixed() {
    return new Comparison(
        "-f 3 -wi 3 -i 5 -w 2s -r 2s",
        THROUGHPUT,
        List.of(
            new Side(OURS, "MixedBenchmark.operate -t 4 -p keys=uniform"),
            new Side("pgbench", "PgbenchBenchmark.run -p clients=4")),
        List.of("store=postgres-typed documents=50000 durability=relaxed mix=read:50,update:50"),
        List.of(new Goal(OURS, "pgbench", 0.90)));
  }

  /** IndexedReadBenchmark against the same query, with every id received by hand. */
  private static Comparison reads() {
    return new Comparison(
        "-f 7 -wi 10 -i 30",
        "",
        List.of(new Side(OURS, "IndexedReadBenchmark.read"), new Side(BARE, "BareBenchmark.read")),
        List.of(
            "store=postgres-jsonb variant=jsonb_ind scenario=S1 rows=100000",
            "store=postgres-jsonb variant=jsonb_ind scenario=S2 rows=100000",
            "store=postgres-jsonb variant=jsonb_ind scenario=S3 rows=100000",
            "store=postgres-typed variant=rel_ind scenario=S1 rows=100000",
            "store=postgres-typed variant=rel_ind scenario=S3 rows=100000",
            "store=postgres-typed variant=rel_ind scenario=S9 rows=100000",
            "store=mongodb variant=mongodb_ind scenario=S1 rows=100000",
            "store=mongodb variant=mongodb_ind scenario=S2 rows=100000",
            "store=mongodb variant=mongodb_ind scenario=S3 rows=100000"),
        List.of(new Goal(OURS, BARE, 0.97)));
  }

  /** 100,000 resamples against SciPy's. */
  private static Comparison resampling() {
    return new Comparison(
        "-f 5 -wi 5 -i 5 -w 500ms -r 500ms",
        "",
        List.of(
            new Side(OURS, "ResamplingBenchmark.meanRatio"),
            new Side("scipy", "ResamplingBenchmark.scipy")),
        List.of("-"),
        List.of(new Goal(OURS, "scipy", 5)));
  }
}
