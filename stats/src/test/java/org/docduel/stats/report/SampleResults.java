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
        List<Double> ratios = new ArrayList<>();
        List<String> iterations = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
          values.add(rate * (1 - 0.01 * i) * sample.noise(0.02));
          ratios.add(0.9 - 0.01 * i);
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
         "findings":["the client is the bottleneck for b"]}
        """);
  }
}
