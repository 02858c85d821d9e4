package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates are rates, and items a second are those of all threads together. */
class ItemsPerSecondTest {
  @TempDir private Path directory = Path.of("");

  @ParameterizedTest
  @CsvSource({
    // mode, threads, batch, unit, score: how many documents a second when a call handles 1000
    "ss, 1, 1, ms/op, 50, 20000",
    "ss, 4, 1, ms/op, 50, 80000",
    "ss, 4, 3, ms/op, 50, 240000",
    "avgt, 4, 1, ms/op, 50, 80000",
    "avgt, 4, 3, ms/op, 50, 80000",
    "thrpt, 4, 1, ops/s, 20, 20000",
  })
  void itemsPerSecondCoverAllThreads(
      String mode, int threads, int batch, String unit, double score, double items)
      throws IOException {
    Path json =
        Files.writeString(
            directory.resolve("out.json"),
            """
            [{"benchmark": "a.B.c", "mode": "%s", "threads": %d, "forks": 1,
              "measurementBatchSize": %d, "params": {"documents": "1000"},
              "primaryMetric": {"score": %s, "scoreUnit": "%s", "rawData": [[%s, %s]]}}]
            """
                .formatted(mode, threads, batch, score, unit, score, score));
    CommandRun run =
        CommandRun.of("summary", json.toString(), "--items", "documents", "--format", "csv");
    assertThat(run.out()).contains(String.valueOf(items));
    Path report = directory.resolve("report");
    assertThat(CommandRun.of("report", json.toString(), "-o", report.toString()).status()).isZero();
    assertThat(reported(report)).isEqualTo(items);
  }

  @ParameterizedTest
  @CsvSource({"documents, 20000", "7, 140"})
  void summaryAndReportCountAlike(String items, double counted) throws IOException {
    String json =
        Files.writeString(
                directory.resolve("out.json"),
                """
                [{"benchmark": "a.B.c", "mode": "thrpt", "threads": 1, "forks": 1,
                  "params": {"documents": "1e3"},
                  "primaryMetric": {"score": 20, "scoreUnit": "ops/s", "rawData": [[20, 20]]}}]
                """)
            .toString();
    String report = directory.resolve("report").toString();

    assertThat(CommandRun.of("summary", json, "--items", items, "--format", "csv").out())
        .contains("," + counted);
    assertThat(CommandRun.of("report", json, "-o", report, "--per", items).status()).isZero();
    assertThat(reported(Path.of(report))).isEqualTo(counted);
  }

  @ParameterizedTest
  @ValueSource(strings = {"superiority", "summary", "compare"})
  void showsRatesAsRatesEverywhere(String command) throws IOException {
    StringBuilder results = new StringBuilder();
    for (String store : List.of("a", "b")) {
      results
          .append(results.isEmpty() ? "[" : ",")
          .append(
              """
              {"benchmark": "a.B.c", "mode": "ss", "threads": 1, "forks": 1, "params": {"store": "%s"},
               "primaryMetric": {"score": 1, "scoreUnit": "ms/op", "rawData": [[1, 1], [2, 1], [1, 2]]},
               "secondaryMetrics": {"throughput": {"score": 1, "scoreUnit": "ops/s",
                 "rawData": [[1870, 1871], [1872, 1873], [1869, 1868]]}}}
              """
                  .formatted(store));
    }
    String file = Files.writeString(directory.resolve("out.json"), results + "]").toString();
    String[] twice = {command, file, file, "--metric", "throughput"};
    String[] once = {command, file, "--metric", "throughput"};
    CommandRun run = CommandRun.of(command.equals("compare") ? twice : once);

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains(" ops/s").doesNotContainPattern("[0-9] [mµn]?s\\b");
  }

  /** The documents of a mix, or of updates, are those of the collection. */
  @Test
  void collectionSizeIsNotItemsPerOperation() throws IOException {
    StringBuilder results = new StringBuilder();
    for (String store : List.of("a", "b")) {
      results
          .append(results.isEmpty() ? "[" : ",")
          .append(
              """
              {"benchmark": "a.B.c", "mode": "thrpt", "threads": 1, "forks": 1,
               "params": {"store": "%s", "documents": "1000000", "rate": "0", "kind": "all"},
               "primaryMetric": {"score": 1, "scoreUnit": "ops/s", "rawData": [[1, 1], [2, 1], [1, 2]]},
               "secondaryMetrics": {"response.p99": {"score": 1, "scoreUnit": "ms",
                 "rawData": [[8, 9], [9, 8], [8, 8]]}}}
              """
                  .formatted(store));
    }
    String file = Files.writeString(directory.resolve("mix.json"), results + "]").toString();
    Path report = directory.resolve("mix");

    CommandRun summary = CommandRun.of("summary", file, "--items", "documents");
    assertThat(summary.status()).isEqualTo(2);
    assertThat(summary.err())
        .contains("--items documents: an operation of")
        .contains("handles one");
    assertThat(CommandRun.of("report", file, "-o", report.toString()).status()).isZero();
    assertThat(Files.readString(report.resolve("report.html"))).doesNotContain("documents/s");
    // a time that is none per operation has a direction too
    assertThat(CommandRun.of("superiority", file, "--metric", "response.p99").out())
        .contains("b and a are the same within 20 %");
  }

  private static double reported(Path report) throws IOException {
    try (Stream<Path> files = Files.walk(report)) {
      Path scores = files.filter(file -> file.endsWith("scores.csv")).findFirst().orElseThrow();
      List<String> lines = Files.readAllLines(scores);
      int column = List.of(lines.get(0).split(",", -1)).indexOf("things_per_second");
      return Double.parseDouble(lines.get(1).split(",", -1)[column]);
    }
  }
}
