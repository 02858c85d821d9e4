package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.docduel.stats.jmh.JsonTree;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files of JMH 1.21, 1.29, 1.35 and 1.37: every mode, groups, several threads and classes, {@code
 * -prof gc}, one fork or none, one iteration, and counts of iterations that differ.
 */
class JmhFilesTest {
  private static final Path FILES =
      ModuleFiles.resolve(JmhFilesTest.class, "src/test/resources/jmh");

  /** What these files cannot answer. */
  private static final Map<String, String> EXPECTED_ERRORS =
      Map.of(
          "groups superiority", "differ in no parameter",
          "sample superiority", "differ in size only",
          "no-parameters superiority", "differ in no parameter",
          "one-fork plan", "run it with -f 3 or more",
          "without-forks plan", "run it with -f 3 or more");

  /** The units of the files as operations a second, or seconds an operation. */
  private static final Map<String, Double> SCALE =
      Map.of("ops/s", 1.0, "ops/ms", 1e3, "ops/us", 1e6, "s/op", 1.0, "us/op", 1e-6, "ns/op", 1e-9);

  static Stream<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(FILES)) {
      return files.sorted().toList().stream();
    }
  }

  static Stream<Arguments> commands() throws IOException {
    return files()
        .flatMap(file ->
            Stream.of("summary", "superiority", "check", "plan", "compare", "report")
                .map(command -> Arguments.of(name(file), command)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("commands")
  void everyCommandSucceedsOrFailsInOneLine(String name, String command, @TempDir Path directory) {
    String file = FILES.resolve(name + ".json").toString();
    List<String> more =
        switch (command) {
          case "compare" -> List.of(file);
          case "plan" -> List.of("--power", "0.8");
          case "report" -> List.of("-o", directory.resolve("report").toString());
          default -> List.of();
        };
    CommandRun run =
        CommandRun.of(
            Stream.concat(Stream.of(command, file), more.stream()).toArray(String[]::new));
    String error = EXPECTED_ERRORS.get(name + " " + command);
    if (error == null) {
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out()).isNotBlank().doesNotContain("NaN", "-inf", "Infinity");
    } else {
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err().lines()).singleElement().asString().contains(error);
      assertThat(run.out()).isEmpty();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void meansAgreeWithJmh(Path file) throws IOException {
    CommandRun run = CommandRun.of("summary", file.toString(), "--format", "csv");
    List<CSVRecord> rows;
    try (var records =
        CSVFormat.DEFAULT
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .build()
            .parse(new StringReader(run.out()))) {
      rows = records.getRecords();
    }
    List<Object> results = JSON.std.listFrom(Files.readString(file));
    assertThat(rows).hasSameSizeAs(results);
    for (int i = 0; i < rows.size(); i++) {
      JsonTree metric = new JsonTree(results.get(i)).get("primaryMetric");
      String unit = metric.get("scoreUnit").text();
      double score =
          metric.get("score").number().orElseThrow() * SCALE.getOrDefault(unit, Double.NaN);
      assertThat(Double.parseDouble(rows.get(i).get("mean")))
          .as("%s, result %d", file, i + 1)
          .isCloseTo(score, within(1e-9 * score));
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString().replace(".json", "");
  }
}
