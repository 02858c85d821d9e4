package org.docduel.stats.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Made-up results of known shape for tests; the numbers come from a fixed seed. */
final class SampleResults {

  private static final String HEAD =
      "{\"jmhVersion\":\"1.37\",\"benchmark\":\"org.x.%s\",\"mode\":\"%s\",\"threads\":1,\"forks\":1,"
          + "\"jdkVersion\":\"17\",\"vmName\":\"VM\",\"vmVersion\":\"17\",\"jvmArgs\":[\"-Xmx1g\"],"
          + "\"warmupIterations\":2,\"warmupTime\":\"10 s\",\"measurementIterations\":5,"
          + "\"measurementTime\":\"10 s\",\"params\":{%s},";

  private final List<String> results = new ArrayList<>();
  private final Random random = new Random(42);

  /** Three stores over three payloads: b takes half of a's time, c as long as a. */
  static SampleResults inserts() {
    SampleResults sample = new SampleResults();
    for (String payload : List.of("10B", "1KB", "4KB")) {
      double base = payload.equals("10B") ? 10 : payload.equals("1KB") ? 20 : 80;
      sample.insert("a", payload, base);
      sample.insert("b", payload, base / 2);
      sample.insert("c", payload, base);
    }
    return sample;
  }

  /** A long run with a throughput that decays, and its operations as histograms. */
  static SampleResults updates() {
    SampleResults sample = new SampleResults();
    for (String store : List.of("a", "b")) {
      double rate = store.equals("a") ? 1000 : 3000;
      List<String> forks = new ArrayList<>();
      List<String> hot = new ArrayList<>();
      List<String> histograms = new ArrayList<>();
      for (int fork = 0; fork < 3; fork++) {
        List<Double> values = new ArrayList<>();
        List<String> ratios = new ArrayList<>();
        List<String> iterations = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
          values.add(rate * (1 - 0.01 * i) * sample.noise(0.02));
          ratios.add(i == 0 ? "\"NaN\"" : String.valueOf(0.9 - 0.01 * i));
          iterations.add(
              String.format(
                  Locale.ROOT, "[[%.3f,900],[%.3f,95],[60,4],[1500,1]]", 1000 / rate, 3000 / rate));
        }
        forks.add(values.toString());
        hot.add(ratios.toString());
        histograms.add(iterations.toString());
      }
      String params = "\"store\":\"%s\",\"durability\":\"relaxed\"".formatted(store);
      sample.add(
          HEAD.formatted("Updates.update", "thrpt", params)
              + "\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"ops/s\",\"rawData\":%s},"
                  .formatted(forks)
              + "\"secondaryMetrics\":{\"hotRatio\":{\"score\":1,\"scoreUnit\":\"#\",\"rawData\":%s}}}"
                  .formatted(hot));
      sample.add(
          HEAD.formatted("Updates.update", "sample", params)
              + "\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"ms/op\",\"rawDataHistogram\":%s},"
                  .formatted(histograms)
              + "\"secondaryMetrics\":{}}");
    }
    return sample;
  }

  /**
   * Asked rates: a keeps up to 2,000 operations a second, b to 8,000; and, for each, a closed loop.
   */
  static SampleResults rates() {
    SampleResults sample = new SampleResults();
    for (String store : List.of("a", "b")) {
      double maxRate = store.equals("a") ? 3000 : 9000;
      for (int rate : List.of(0, 8000, 1000, 2000, 4000, 16000)) {
        double done = rate == 0 ? maxRate : Math.min(rate, maxRate);
        double slow = rate > maxRate ? 2000 : 5;
        List<String> rates = new ArrayList<>();
        List<String> tails = new ArrayList<>();
        for (int fork = 0; fork < 3; fork++) {
          List<Double> values = new ArrayList<>();
          List<Double> slowest = new ArrayList<>();
          for (int i = 0; i < 5; i++) {
            values.add(done * (1 + 0.0001 * i));
            slowest.add(slow * (1 + i));
          }
          rates.add(values.toString());
          tails.add(slowest.toString());
        }
        String metric = "\"%s\":{\"score\":1,\"scoreUnit\":\"%s\",\"rawData\":%s}";
        sample.add(
            HEAD.formatted(
                    "Updates.update",
                    "thrpt",
                    "\"store\":\"%s\",\"rate\":\"%d\"".formatted(store, rate))
                + metric.formatted("primaryMetric", "ops/s", rates)
                + ",\"secondaryMetrics\":{"
                + metric.formatted("response.p50", "ms", tails)
                + ","
                + metric.formatted("response.p99", "ms", tails)
                + ","
                + metric.formatted("response.max", "ms", tails)
                + ","
                + metric.formatted("throughput", "updates/s", rates)
                + "}}");
      }
    }
    return sample;
  }

  /**
   * A key of users: JSON text takes 1 ms and 1 ms more for each ten friends, BSON 2 ms whatever
   * there are.
   */
  static SampleResults keys() {
    SampleResults sample = new SampleResults();
    for (int friends : List.of(1, 10, 20, 40, 90)) {
      for (String store : List.of("postgres-json", "documentdb")) {
        double base = store.equals("documentdb") ? 2 : 1 + friends / 10.0;
        List<String> forks = new ArrayList<>();
        for (int fork = 0; fork < 3; fork++) {
          forks.add(
              List.of(
                      base * sample.noise(0.02),
                      base * sample.noise(0.02),
                      base * sample.noise(0.02))
                  .toString());
        }
        String params =
            ("\"store\":\"%s\",\"documents\":\"users-%d\",\"rows\":\"1000\",\"key\":\"last\","
                    + "\"answer\":\"values\",\"result\":\"text\",\"column\":\"none\","
                    + "\"compression\":\"server\"")
                .formatted(store, friends);
        sample.add(
            HEAD.formatted("KeyAccessBenchmark.read", "ss", params)
                + "\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"ms/op\",\"rawData\":%s},"
                    .formatted(forks)
                + "\"secondaryMetrics\":{}}");
      }
    }
    return sample;
  }

  /** Reads whose plans lie beside them: of two stores, with and without an index. */
  static SampleResults reads() {
    SampleResults sample = new SampleResults();
    for (String rows : List.of("1000", "2000")) {
      for (String variant : List.of("a_ind", "a_unind", "b_ind", "b_unind")) {
        sample.single("Reads.read", "\"rows\":\"%s\",\"variant\":\"%s\"".formatted(rows, variant));
      }
    }
    return sample;
  }

  private void single(String benchmark, String params) {
    List<Double> values = List.of(10 * noise(0.02), 10 * noise(0.02), 10 * noise(0.02));
    add(
        HEAD.formatted(benchmark, "ss", params)
            + "\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"ms/op\",\"rawData\":[%s]},"
                .formatted(values)
            + "\"secondaryMetrics\":{\"clock\":{\"score\":1,\"scoreUnit\":\"ms/op\",\"rawData\":[[1,2,3]]}}}");
  }

  /** The plans of {@link #reads()}: at 2,000 rows b_ind uses no index. */
  static void writePlans(Path directory) throws IOException {
    List<String> plans = new ArrayList<>();
    for (String rows : List.of("1000", "2000")) {
      for (String variant : List.of("a_ind", "a_unind", "b_ind", "b_unind")) {
        boolean indexed = variant.endsWith("_ind");
        boolean failed = variant.equals("b_ind") && rows.equals("2000");
        String column = variant.startsWith("a") ? "x" : "(doc ->> 'x'::text)";
        String lines =
            indexed && !failed
                ? "\"Bitmap Heap Scan\",\"  Recheck Cond: (%1$s = 1)\",\"  Bitmap Index Scan using x_idx\",\"    Index Cond: (%1$s = 1)\""
                    .formatted(column)
                : "\"Seq Scan\",\"  Filter: (%s < <b>1</b>)\"".formatted(column);
        plans.add(
            "{\"store\":\"%s\",\"parameters\":{\"variant\":\"%s\",\"rows\":\"%s\"},\"plan\":[%s],\"indexes\":[%s],\"verdict\":\"%s\"}"
                .formatted(
                    variant,
                    variant,
                    rows,
                    lines,
                    indexed && !failed ? "\"x_idx\"" : "",
                    failed ? "failed-plan" : indexed ? "index" : "seq scan expected"));
      }
    }
    Files.writeString(
        directory.resolve("out.sidecar.json"), "{\"status\":\"complete\",\"plans\":" + plans + "}");
  }

  /** One result of one parameter value. */
  static SampleResults single(String value) {
    SampleResults sample = new SampleResults();
    sample.insert(value, "10B", 10);
    return sample;
  }

  /** Adds a result of five forks of five observations. */
  SampleResults insert(String store, String payload, double milliseconds) {
    List<String> forks = new ArrayList<>();
    for (int fork = 0; fork < 5; fork++) {
      double level = milliseconds * noise(0.03);
      List<Double> values = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        values.add(level * noise(0.02));
      }
      forks.add(values.toString());
    }
    return add(
        HEAD.formatted(
                "Inserts.insert",
                "ss",
                "\"store\":\"%s\",\"payload\":\"%s\",\"documents\":\"10000\""
                    .formatted(store, payload))
            + "\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"ms/op\",\"rawData\":%s},"
                .formatted(forks)
            + "\"secondaryMetrics\":{\"gc\":{\"score\":\"NaN\",\"scoreUnit\":\"#\",\"rawData\":[[\"NaN\"]]}}}");
  }

  /** Adds a result of a store whose five forks are the same. */
  SampleResults forks(String store, String fork) {
    return add(
        HEAD.formatted("Inserts.insert", "ss", "\"store\":\"%s\"".formatted(store))
            + "\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"ms/op\",\"rawData\":%s},"
                .formatted(java.util.Collections.nCopies(5, fork))
            + "\"secondaryMetrics\":{}}");
  }

  /** Adds a result of three forks with some parameters. */
  SampleResults parameters(String params) {
    List<String> forks = new ArrayList<>();
    for (int fork = 0; fork < 3; fork++) {
      forks.add(List.of(10 * noise(0.02), 10 * noise(0.02)).toString());
    }
    return add(
        HEAD.formatted("Reads.read", "ss", params)
            + "\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"ms/op\",\"rawData\":%s},"
                .formatted(forks)
            + "\"secondaryMetrics\":{}}");
  }

  /** Adds a result of a benchmark with one parameter: five forks of five observations. */
  SampleResults benchmark(String name, String parameter, String value, double milliseconds) {
    List<String> forks = new ArrayList<>();
    for (int fork = 0; fork < 5; fork++) {
      List<Double> values = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        values.add(milliseconds * noise(0.02));
      }
      forks.add(values.toString());
    }
    return add(
        HEAD.formatted(name, "avgt", "\"%s\":\"%s\"".formatted(parameter, value))
            + "\"primaryMetric\":{\"score\":1,\"scoreUnit\":\"ms/op\",\"rawData\":%s},"
                .formatted(forks)
            + "\"secondaryMetrics\":{}}");
  }

  private double noise(double sd) {
    return Math.exp(random.nextGaussian() * sd);
  }

  private SampleResults add(String result) {
    results.add(result);
    return this;
  }

  Path writeTo(Path directory) {
    try {
      return Files.writeString(directory.resolve("out.json"), results.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A sidecar with one of everything. */
  static void writeSidecar(Path directory) throws IOException {
    Files.writeString(
        directory.resolve("out.sidecar.json"),
        """
        {"version":1,"started":"2026-11-21T09:00:00Z","finished":"2026-11-21T09:12:00Z",
         "status":"interrupted","command":["-f","5"],"order":"random:42",
         "environment":{"host":"bench-1","cpu":"Some CPU","cores":2,"memoryBytes":8000000000},
         "servers":[{"name":"s","way":"embedded","product":"Server 17.11",
                     "settings":{"shared_buffers":"512MB"}}],
         "stores":[{"store":"a","parameters":{"payload":"10B"},"durability":"default",
                    "sizes":{"documents":10000,"heapBytes":1000000,"indexBytes":500000},
                    "settings":{"synchronous_commit":"on"}},
                   {"store":"b","parameters":{},"durability":"none",
                    "sizes":{"documents":10000,"heapBytes":2000000},"settings":{}}],
         "checks":[{"store":"a","check":"content","outcome":"failed","detail":"1 document lost"}],
         "skips":[{"what":"store=z","reason":"no server","remedy":"set Z_URL","combinations":8}],
         "findings":["the client is the bottleneck for b","a, b: one writer",
                     "b rate=1000: 680 were done"]}
        """);
  }
}
