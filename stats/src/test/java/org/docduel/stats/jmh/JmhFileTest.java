package org.docduel.stats.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.docduel.stats.ResultJson;
import org.docduel.stats.jmh.JmhResult.JmhMetric;
import org.docduel.stats.jmh.JmhResult.Mode;
import org.docduel.stats.jmh.Observations.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class JmhFileTest {
  private static final String FULL =
      """
      [ {
        "jmhVersion" : "1.37", "benchmark" : "org.x.Bench.run", "mode" : "thrpt", "threads" : 4,
        "forks" : 2, "jvm" : "/jvm/java", "jvmArgs" : [ "-Xmx1g", "-Da=b" ],
        "jdkVersion" : "17.0.1", "vmName" : "OpenJDK", "vmVersion" : "17+1",
        "warmupIterations" : 3, "warmupTime" : "10 s", "warmupBatchSize" : 1,
        "measurementIterations" : 5, "measurementTime" : "2 s", "measurementBatchSize" : 1,
        "future" : { "unknown" : [ 1, { } ] },
        "params" : { "b" : "1", "a" : "x,y" },
        "primaryMetric" : {
          "score" : 2.5, "scoreError" : "NaN", "scoreConfidence" : [ "NaN", "NaN" ],
          "scorePercentiles" : { "0.0" : 1.0 }, "scoreUnit" : "ops/ms",
          "rawData" : [ [ 1.0, 2.0, 4 ], [ 5.0 ], [ ] ]
        },
        "secondaryMetrics" : {
          "\u00b7gc.alloc.rate.norm" : { "score" : "NaN", "scoreUnit" : "B/op",
            "rawData" : [ [ "NaN", "INF", "-INF", "+INF", "Infinity", "-Infinity", "+Infinity" ] ] },
          "empty" : { "score" : 1, "scoreUnit" : "#", "rawData" : [ ] }
        }
      } ]
      """;

  private static List<JmhResult> read(String text) throws IOException {
    return JmhFile.read(
        "runs.json", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void readsSupportedFieldsAndSkipsOthers() throws IOException {
    JmhResult result = read(FULL).get(0);

    assertThat(result.source()).isEqualTo(new Source("runs.json", 0));
    assertThat(result.benchmark()).isEqualTo("org.x.Bench.run");
    assertThat(JmhResult.withoutPackage(result.benchmark())).isEqualTo("Bench.run");
    assertThat(result.mode()).isEqualTo(Mode.THROUGHPUT);
    assertThat(result.params().toString()).isEqualTo("{b=1, a=x,y}");
    assertThat(result.stated())
        .containsEntry("threads", "4")
        .containsEntry("forks", "2")
        .containsEntry("measurementTime", "2 s")
        .containsEntry("measurementBatchSize", "1");
    assertThat(result.circumstances())
        .isEqualTo(
            Map.of(
                "JMH", "1.37",
                "JDK", "17.0.1",
                "VM", "OpenJDK 17+1",
                "JVM arguments", "-Xmx1g -Da=b",
                "mode", "thrpt",
                "threads", "4",
                "warm-up", "3 iterations of 10 s",
                "measurement", "5 iterations of 2 s"));
    assertThat(result.primary().score()).isEqualTo(2.5);
    assertThat(result.primary().unit().name()).isEqualTo("ops/ms");
    assertThat(result.primary().name()).isEqualTo("primary");
    assertThat(result.secondary()).containsOnlyKeys("gc.alloc.rate.norm", "empty");
  }

  @Test
  void readsThroughputPerSecondAndSkipsEmptyForks() throws IOException {
    JmhResult result = read(FULL).get(0);

    Observations observations = result.primary().observations(result.source());

    assertThat(observations.quantity()).isEqualTo(Quantity.rate("ops/s"));
    assertThat(observations.sources()).containsExactly(result.source());
    assertThat(observations.machines()).containsExactly("runs.json");
    assertThat(observations.byFork()).isDeepEqualTo(new double[][] {{1000, 2000, 4000}, {5000}});
  }

  @Test
  void acceptsNonNumbersUntilUsed() throws IOException {
    JmhResult result = read(FULL).get(0);
    JmhMetric metric = result.metric("\u00b7gc.alloc.rate.norm").orElseThrow();

    assertThat(metric).isSameAs(result.metric("gc.alloc.rate.norm").orElseThrow());
    assertThat(metric.score()).isNaN();
    assertThat(metric.forks().get(0).values())
        .containsExactly(
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY);
    assertThatThrownBy(() -> metric.observations(result.source()))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("runs.json, result 1: fork 1, iteration 1: the observation is NaN");
    assertThat(result.metric("empty").orElseThrow().forks()).isEmpty();
    assertThat(result.metric("missing")).isEmpty();
  }

  @Test
  void readsOldFilesWithoutProtocolAndEnvironment() throws IOException {
    JmhResult result =
        read(new ResultJson().add("", "s/op", new double[] {1, 2}).toString()).get(0);

    assertThat(result.circumstances()).containsEntry("JDK", "").containsEntry("threads", "1");
    assertThat(result.iterationSeconds()).isZero();
    assertThat(result.params()).isEmpty();
  }

  @Test
  void readsMeanAndOperationsFromHistograms() throws IOException {
    String json =
        new ResultJson()
            .addRaw(
                "", "us/op", "\"rawDataHistogram\":[[[[1.0,3],[5.0,1]],[[2.0,1]]],[[[7.0,2]]],[]]")
            .toString();
    JmhResult result = read(json).get(0);

    Observations observations = result.primary().observations(result.source());

    assertThat(observations.forks()).hasSize(2);
    assertThat(observations.values())
        .containsExactly(new double[] {2e-6, 2e-6, 7e-6}, within(1e-18));
    assertThat(Histogram.total(observations.operations())).isEqualTo(7);
    assertThat(Histogram.percentile(observations.operations(), 1)).isEqualTo(7e-6);
  }

  @Test
  void forksWithoutHistogramsAreNoObservations() throws IOException {
    JmhResult result =
        read(new ResultJson().addRaw("", "us/op", "\"rawDataHistogram\":[[],[]]").toString())
            .get(0);

    assertThat(result.primary().forks()).isEmpty();
    assertThatThrownBy(() -> result.primary().observations(result.source()))
        .hasMessageContaining("holds no raw data");
  }

  @Test
  void readsHistogramsLongerThanBuffer() throws IOException {
    StringBuilder buckets = new StringBuilder("\"rawDataHistogram\":[[[");
    for (int i = 1; i <= 1000; i++) {
      buckets.append(i == 1 ? "" : ",").append('[').append(i).append(".5,").append(i).append(']');
    }
    String json = new ResultJson().addRaw("", "s/op", buckets + "]]]").toString();

    var histogram = read(json).get(0).primary().forks().get(0).histograms().get(0);

    assertThat(histogram.size()).isEqualTo(1000);
    assertThat(histogram.total()).isEqualTo(500_500);
    assertThat(histogram.value(999)).isEqualTo(1000.5);
    assertThat(histogram.count(999)).isEqualTo(1000);
  }

  @Test
  void rejectsHistogramsOfRate() throws IOException {
    JmhResult result =
        read(new ResultJson().addRaw("", "ops/s", "\"rawDataHistogram\":[[[[1.0,3]]]]").toString())
            .get(0);

    assertThatThrownBy(() -> result.primary().observations(result.source()))
        .hasMessageContaining("histograms of a rate (ops/s)");
  }

  @Test
  void rejectsOverflowingHistogramValue() {
    String json =
        new ResultJson().addRaw("", "day/op", "\"rawDataHistogram\":[[[[1e305,3]]]]").toString();

    assertThatThrownBy(() -> read(json))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("a histogram value is not finite");
  }

  @ParameterizedTest
  @CsvSource({
    "s/op, 2, 2, true",
    "ms/op, 2, 0.002, true",
    "us/op, 2, 0.000002, true",
    "\u00b5s/op, 2, 0.000002, true",
    "ns/op, 2, 0.000000002, true",
    "min/op, 2, 120, true",
    "hr/op, 2, 7200, true",
    "day/op, 2, 172800, true",
    "ops/s, 4, 4, false",
    "ops/ms, 4, 4000, false",
    "ops/us, 4, 4000000, false",
    "ops/ns, 4, 4000000000, false",
    "ops/min, 3, 0.05, false",
    "ops/hr, 36, 0.01, false",
    "ops/day, 864, 0.01, false",
    "rows/s, 4, 4, false",
    "ops/sec, 4, 4, false",
    "updates/ms, 4, 4000, false",
    "hot/updates, 4, 4, false",
    "/s, 4, 4, false",
    "B/s, 4, 4, false",
    "MiB/s, 4, 4, false",
    "bytes/s, 4, 4, false",
    "B/op, 4, 4, false",
    "MB/sec, 4, 4, false",
    "ops/week, 4, 4, false",
    "#, 4, 4, false"
  })
  void convertsTimesToSecondsAndRatesToRatesPerSecond(
      String unit, double raw, double expected, boolean time) {
    MetricUnit metricUnit = new MetricUnit(unit);

    assertThat(metricUnit.toObservation(raw)).isEqualTo(expected);
    assertThat(metricUnit.quantity().time()).isEqualTo(time);
    String counted =
        unit.matches("(ops|rows|updates)/(?!week).*") ? unit.replaceAll("/.*", "/s") : "";
    assertThat(metricUnit.isRate()).isEqualTo(!counted.isEmpty());
    assertThat(metricUnit.quantity().unit())
        .isEqualTo(time ? "s/op" : counted.isEmpty() ? unit : counted);
  }

  @ParameterizedTest
  @CsvSource({
    "ms, 2, 0.002",
    "ms/op, 2, 0.002",
    "s, 2, 2",
    "min, 2, 120",
    "ops/s, 2, -1",
    "#, 2, -1"
  })
  void distinguishesTimeUnits(String unit, double raw, double seconds) {
    assertThat(new MetricUnit(unit).inSeconds(raw).orElse(-1)).isEqualTo(seconds);
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void findsModesByShortName(Mode mode) throws IOException {
    String json =
        new ResultJson()
            .addResult(
                '"' + mode.label() + '"',
                "",
                "{\"score\":1,\"scoreUnit\":\"s/op\",\"rawData\":[[1]]}")
            .toString();

    assertThat(read(json).get(0).mode()).isEqualTo(mode);
  }

  @Test
  void readsSeveralFilesInOrder(@TempDir Path directory) {
    Path first = new ResultJson().add("k=1", "s/op", new double[] {1}).writeTo(directory, "1.json");
    Path second =
        new ResultJson().add("k=2", "s/op", new double[] {1}).writeTo(directory, "2.json");

    assertThat(JmhFile.readAll(List.of(second, first)))
        .extracting(result -> result.params().get("k"))
        .containsExactly("2", "1");
    assertThatThrownBy(() -> JmhFile.readAll(List.of(first, directory.resolve("./1.json"))))
        .hasMessageContaining("named twice");
  }

  @Test
  void keepsNamesWithoutPackage() throws IOException {
    String json = FULL.replace("org.x.Bench.run", "Bench.run");
    assertThat(read(json).get(0).benchmark()).isEqualTo("Bench.run");
    assertThat(JmhResult.withoutPackage("Bench.run")).isEqualTo("Bench.run");
    assertThat(JmhResult.withoutPackage("run")).isEqualTo("run");
  }

  @ParameterizedTest
  @CsvSource({
    "10 s,10",
    "500 ms,0.5",
    "200 us,0.0002",
    "2 min,120",
    "1 hr,3600",
    "1 day,86400",
    "single-shot,0"
  })
  void timesOfIterationsAreInSeconds(String time, double seconds) {
    assertThat(JmhResult.seconds(time)).isEqualTo(seconds);
  }
}
