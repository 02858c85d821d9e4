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
import org.docduel.core.config.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FindMaxTest {
  private static final String RESULT =
      "{\"measurementTime\": \"10 s\", \"primaryMetric\": {\"rawData\": [[1, 1], [1, 1, 1]]},"
          + " \"secondaryMetrics\": {\"throughput\": {\"score\": 995.5},"
          + " \"response.p50\": {\"score\": 2.25}, \"response.p99\": {\"score\": 20}}}";

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
        "-rff"
      })
  void aBadArgumentIsRefusedByName(String argument) {
    assertThatThrownBy(() ->
            new FindMax(
                List.of("-t", "8", argument), directory, new PrintWriter(Writer.nullWriter())))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(argument.replace("-prate", "-p rate"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 499, 500, 501, 998, 999, 1_000})
  void findsTheHighestRateWhenThereAreEnoughSteps(int limit) {
    assertThat(FindMax.highest(1_000, 20, rate -> rate <= limit)).isEqualTo(limit);
  }

  @Test
  void triesNoMoreThanTheStepsAndIsAsExactAsTheyAllow() {
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
    FindMax.Trial trial = FindMax.Trial.read(1_000, file("[" + RESULT + "]"));

    assertThat(trial).isEqualTo(new FindMax.Trial(1_000, 995.5, 2.25, 20, 50));
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 995, 20, 0, true",
    "1000, 989, 20, 0, false",
    "1000, 989, 20, 100, true",
    "1000, 983, 20, 100, false",
    "1000, 1010, 50, 0, true",
    "1000, 1010, 50.1, 0, false"
  })
  void aRateIsSustainedWhenItIsDoneWithinTheBound(
      int asked, double achieved, double p99, double seconds, boolean sustained) {
    assertThat(new FindMax.Trial(asked, achieved, 1, p99, seconds).sustained(50))
        .isEqualTo(sustained);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[" + RESULT + "," + RESULT + "]", "[{\"secondaryMetrics\": {}}]"})
  void whatIsNoSingleRunOfUpdatesIsRefused(String json) throws IOException {
    Path file = file(json);

    assertThatThrownBy(() -> FindMax.Trial.read(1_000, file))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(file.toString());
  }

  private Path file(String json) throws IOException {
    return Files.writeString(directory.resolve("rate.json"), json);
  }
}
