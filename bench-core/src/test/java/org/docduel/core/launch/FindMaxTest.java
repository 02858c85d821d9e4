package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.OpenLoopRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FindMaxTest {
  private static final String RESULT =
      """
      {"benchmark": "a.B.c", "mode": "thrpt", "measurementTime": "10 s",
        "primaryMetric": {"score": 1, "scoreUnit": "ops/s", "rawData": [[1, 1], [1, 1, 1]]},
        "secondaryMetrics": {
          "throughput": {"score": 995.5, "scoreUnit": "ops/s",
            "rawData": [[995, 996], [995.5, 995, 996]]},
          "response.p50": {"score": 2.25, "scoreUnit": "ms", "rawData": [[2, 2], [2, 2, 3.25]]},
          "response.p99": {"score": 20, "scoreUnit": "ms", "rawData": [[19, 21], [20, 20, 20]]}}}
      """;

  private static final String NO_UPDATES =
      "[{\"benchmark\": \"a.B.c\", \"mode\": \"ss\","
          + " \"primaryMetric\": {\"score\": 1, \"scoreUnit\": \"ms/op\", \"rawData\": [[1]]}}]";

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--bound=0",
        "--bound=fast",
        "--bound=NaN",
        "--steps=0",
        "--steps=21",
        "--steps=2.7",
        "-prate=5",
        "--twin",
        "-l",
        "-rff",
        "--clients"
      })
  void rejectsBadArgumentByName(String argument) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    assertThatThrownBy(() -> new FindMax(List.of("-t", "8", argument), directory, nowhere))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(argument.replace("-prate", "-p rate"));
  }

  @Test
  void rejectsBadNumberWithUnitOrKind() {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    assertThatThrownBy(() -> new FindMax(List.of("--bound=0"), directory, nowhere))
        .hasMessage("--bound=0: accepted is milliseconds, 0.001 to 3600000");
    assertThatThrownBy(() -> new FindMax(List.of("--steps=2.7"), directory, nowhere))
        .hasMessage("--steps=2.7: accepted is a whole number, 1 to 20");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 499, 500, 501, 998, 999, 1_000})
  void findsTheHighestRateWhenThereAreEnoughSteps(int limit) throws IOException {
    assertThat(FindMax.highest(1_000, 20, rate -> rate <= limit)).isEqualTo(limit);
  }

  @Test
  void staysWithinStepsAndReachesTheirPrecision() throws IOException {
    List<Integer> tried = new ArrayList<>();
    int found =
        FindMax.highest(
            1_600,
            4,
            rate -> {
              tried.add(rate);
              return rate <= 1_234;
            });
    assertThat(tried).containsExactly(800, 1_200, 1_400, 1_300);
    assertThat(found).isEqualTo(1_200);
  }

  @Test
  void readsTheRateAndTheLatenciesOfARun() throws IOException {
    JmhResult result = FindMax.read(file("[" + RESULT + "]"));

    assertThat(OpenLoopRun.of(1_000, List.of(result)))
        .isEqualTo(new OpenLoopRun(1_000, 995.5, 50, OptionalDouble.of(0.02)));
  }

  @Test
  void readsTotalOfMix() throws IOException {
    String all = RESULT.replace("\"mode\"", "\"params\": {\"kind\": \"all\"}, \"mode\"");
    String json = "[%s,%s]".formatted(all.replace("all", "read"), all);

    assertThat(FindMax.read(file(json)).params()).isEqualTo(Map.of("kind", "all"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "[" + RESULT + "," + RESULT + "]",
        "[{\"secondaryMetrics\": {}}]",
        NO_UPDATES
      })
  void rejectsResultsOfOtherRuns(String json) throws IOException {
    Path file = file(json);

    assertThatThrownBy(() -> FindMax.read(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(file.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "results/findmax/rate-500.txt", "results/findmax/rate-0.txt"})
  void rejectedRunLeavesOnlyFilesOfEarlierRuns(String earlier) throws IOException {
    Path search = directory.resolve("results/findmax");
    if (!earlier.isEmpty()) {
      Files.createDirectories(search);
      Files.writeString(directory.resolve(earlier), "earlier");
    }
    List<Path> before = paths();

    reject(search, List.of("rate-0.txt"));

    assertThat(paths()).isEqualTo(before);
  }

  @Test
  void keepsLogOfRunWithRejectedResults() throws IOException {
    Path search = directory.resolve("results/findmax");

    reject(search, List.of("rate-0.txt", "rate-0.json"));

    assertThat(search).isDirectoryContaining("glob:**/rate-0.txt");
    assertThat(search).isDirectoryContaining("glob:**/rate-0.json");
  }

  private static void reject(Path search, List<String> written) {
    assertThatThrownBy(() ->
            FindMax.firstRun(
                search,
                () -> {
                  for (String name : written) {
                    Files.writeString(search.resolve(name), "");
                  }
                  throw BadInputException.of("rejected");
                }))
        .hasMessage("rejected");
  }

  private List<Path> paths() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.sorted().toList();
    }
  }

  private Path file(String json) throws IOException {
    return Files.writeString(directory.resolve("rate.json"), json);
  }
}
