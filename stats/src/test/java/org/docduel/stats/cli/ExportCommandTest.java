package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.docduel.stats.ResultJson;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportCommandTest {
  private static final Path PUBLISHED =
      ModuleFiles.resolve(ExportCommandTest.class, "../docs/results/insert.json");

  @TempDir private Path directory;

  private static List<CSVRecord> rows(String csv) throws IOException {
    try (CSVParser parser =
        CSVParser.parse(
            csv, CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).build())) {
      return parser.getRecords();
    }
  }

  /** A file of one benchmark in two stores, of two forks with two iterations. */
  private Path run(String name, String started, double jsonb) throws IOException {
    Path folder = Files.createDirectories(directory.resolve(name));
    Files.writeString(
        folder.resolve("jmh.sidecar.json"), "{\"version\":1,\"started\":\"" + started + "\"}");
    return new ResultJson()
        .add("store=json,size=1", "ms/op", new double[] {1, 2}, new double[] {3, 4})
        .add("store=jsonb,size=1", "ms/op", new double[] {jsonb, jsonb}, new double[] {jsonb})
        .writeTo(folder, "jmh.json");
  }

  @Test
  void csvHasEveryObservationOfFile() throws IOException {
    CommandRun run = CommandRun.of("export", PUBLISHED.toString());
    List<CSVRecord> rows = rows(run.out());

    // counted in the file by another reader
    List<String> expected = new ArrayList<>();
    for (Object each : JSON.std.listFrom(Files.readString(PUBLISHED))) {
      Map<?, ?> result = (Map<?, ?>) each;
      expected.addAll(values("primaryMetric", field(result, "primaryMetric")));
      ((Map<?, ?>) field(result, "secondaryMetrics"))
          .forEach((name, metric) -> expected.addAll(values(String.valueOf(name), metric)));
    }
    assertThat(
            rows.stream()
                .map(row -> {
                  double value = Double.parseDouble(row.get("value"));
                  double scale = row.get("metric").equals("primaryMetric") ? 1000 : 1;
                  return "%s %s %s %.6g"
                      .formatted(
                          row.get("metric"), row.get("fork"), row.get("iteration"), value * scale);
                }))
        .containsExactlyElementsOf(expected);
    assertThat(rows.stream().map(row -> row.get("product")).distinct())
        .containsExactlyInAnyOrder(
            "PostgreSQL 17.11",
            "no server (JSON text, thrown away)",
            "no server (BSON, thrown away)");
    assertThat(rows.stream().map(row -> row.get("round")).distinct())
        .containsExactly("1", "2", "3", "4", "5");
    assertThat(rows)
        .anySatisfy(row ->
            assertThat(row.toMap())
                .containsEntry("store", "noop")
                .containsEntry("unit", "s/op")
                .containsEntry("param.payload", "10B"));
  }

  private static Object field(Map<?, ?> object, String name) {
    return Objects.requireNonNull(object.get(name), name);
  }

  private static List<String> values(String name, Object metric) {
    List<String> values = new ArrayList<>();
    List<?> forks = (List<?>) field((Map<?, ?>) metric, "rawData");
    for (int fork = 0; fork < forks.size(); fork++) {
      List<?> iterations = (List<?>) forks.get(fork);
      for (int i = 0; i < iterations.size(); i++) {
        double value = ((Number) iterations.get(i)).doubleValue();
        values.add("%s %d %d %.6g".formatted(name, fork + 1, i + 1, value));
      }
    }
    return values;
  }

  @Test
  void csvLeavesOutWhatIsNoNumber() throws IOException {
    Path file =
        new ResultJson()
            .addResult(
                "\"avgt\"",
                "store=a",
                "{\"score\":1,\"scoreUnit\":\"ms/op\",\"rawData\":[[1.0,2.0]]}",
                Map.of("wal", "\"NaN\",7"))
            .writeTo(directory, "jmh.json");

    List<CSVRecord> rows = rows(CommandRun.of("export", file.toString(), "--metric", "wal").out());

    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).get("iteration")).isEqualTo("2");
    assertThat(rows.get(0).get("value")).isEqualTo("7.0");
    assertThat(rows.get(0).get("round")).isEmpty();
  }

  @Test
  void csvOfHistogramsAddsPercentiles() throws IOException {
    Path file =
        new ResultJson()
            .addResult(
                "\"sample\"",
                "store=a",
                "{\"score\":1,\"scoreUnit\":\"ms/op\",\"rawDataHistogram\":[[[[1.0,98],[5.0,2]]]]}")
            .writeTo(directory, "jmh.json");

    assertThat(rows(CommandRun.of("export", file.toString()).out()))
        .extracting(row -> row.get("metric") + " " + row.get("value"))
        .containsExactly(
            "primaryMetric 0.00108",
            "primaryMetric.p50 0.001",
            "primaryMetric.p95 0.001",
            "primaryMetric.p99 0.005");
  }

  @Test
  void openMetricsHaveMeanAndIntervalOfEachResult() throws IOException {
    Path file = run("a", "2026-01-01T00:00:00Z", 5);

    String text = CommandRun.of("export", file.toString(), "--format", "openmetrics").out();

    assertThat(text)
        .startsWith("# TYPE docduel_score_seconds_per_op gauge\n")
        .endsWith("\n# EOF\n")
        .contains("param_store=\"json\",param_size=\"1\",statistic=\"mean\"} 0.0025\n")
        // Student's t of 1.5 and 3.5 ms: 2.5 -+ 12.7062 ms
        .contains("param_store=\"json\",param_size=\"1\",statistic=\"upper95\"} 0.015206");
  }

  @Test
  void openMetricsEscapeLabels() throws IOException {
    Path file =
        new ResultJson()
            .add("a-b=x\\\\y\\\"z", "ops/s", new double[] {1, 2})
            .writeTo(directory, "jmh.json");

    assertThat(CommandRun.of("export", file.toString(), "--format", "openmetrics").out())
        .contains("docduel_score_ops_per_s{benchmark=")
        .contains("param_a_b=\"x\\\\y\\\"z\",statistic=\"mean\"} 1.5\n")
        .doesNotContain("lower95"); // of one fork
  }

  @Test
  void otavaHasRunsInOrderOfTimeAndConfiguration() throws IOException {
    Path later = run("second", "2026-02-01T10:00:00+02:00", 6);
    Path earlier = run("first", "2026-01-01T10:00:00Z", 5);
    Path target = directory.resolve("history.csv");

    CommandRun run =
        CommandRun.of(
            "export",
            later.toString(),
            earlier.toString(),
            "--format",
            "otava",
            "-o",
            target.toString());

    assertThat(run.status()).isZero();
    assertThat(Files.readString(target))
        .isEqualTo(
            """
            time,run,B.run store=json,B.run store=jsonb
            2026-01-01T10:00:00Z,first,0.0025,0.005
            2026-02-01T08:00:00Z,second,0.0025,0.006
            """);
    String configuration = Files.readString(directory.resolve("history.csv.yaml"));
    assertThat(JSON.std.mapFrom(configuration).toString())
        .contains("file=" + target, "time_column=time", "B.run store=jsonb={", "direction=-1");
    assertThat(run.err()).contains("otava analyze docduel --config-file " + target + ".yaml");
  }

  @Test
  void otavaLeavesOutWhatIsNotInEveryRun() throws IOException {
    Path first = run("first", "2026-01-01T10:00:00Z", 5);
    Path second =
        new ResultJson()
            .add("store=json,size=1,later=x", "ms/op", new double[] {1, 2})
            .writeTo(directory, "second.json");

    CommandRun run =
        CommandRun.of("export", first.toString(), second.toString(), "--format", "otava");

    assertThat(run.out()).startsWith("time,run,B.run store=json\n");
    assertThat(run.err()).isEqualTo("Left out: B.run store=jsonb\n");
  }

  @Test
  void badInputIsOneLine() throws IOException {
    Path file = run("a", "yesterday", 5);
    String missing = directory.resolve("missing/out.csv").toString();

    assertThat(CommandRun.of("export", file.toString(), "--metric", "wal").err())
        .isEqualTo("stats: no result has the metric 'wal'; there are primaryMetric\n");
    assertThat(CommandRun.of("export", file.toString(), "-o", missing).err())
        .contains("cannot be written", "name another file with -o")
        .hasLineCount(1);
    assertThat(CommandRun.of("export", file.toString(), "--format", "otava").err())
        .contains("its sidecar has the start 'yesterday', which is no time")
        .hasLineCount(1);
    assertThat(CommandRun.of("export", file.toString(), "--format", "parquet").status())
        .isEqualTo(Main.BAD_INPUT);
  }
}
