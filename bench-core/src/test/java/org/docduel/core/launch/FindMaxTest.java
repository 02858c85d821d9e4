package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
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
        "rate=5",
        "-rff"
      })
  void aBadArgumentIsRefusedByName(String argument) {
    assertThatThrownBy(() ->
            FindMax.parse(
                List.of("-t", "8", argument), directory, new PrintWriter(Writer.nullWriter())))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(argument);
  }

  @Test
  void readsTheRateAndTheLatenciesOfARun() throws IOException {
    RateTrial trial = RateTrial.read(1_000, file("[" + RESULT + "]"));

    assertThat(trial).isEqualTo(new RateTrial(1_000, 995.5, 2.25, 20, 50));
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
    assertThat(new RateTrial(asked, achieved, 1, p99, seconds).sustained(50)).isEqualTo(sustained);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[" + RESULT + "," + RESULT + "]", "[{\"secondaryMetrics\": {}}]"})
  void whatIsNoSingleRunOfUpdatesIsRefused(String json) throws IOException {
    Path file = file(json);

    assertThatThrownBy(() -> RateTrial.read(1_000, file))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(file.toString());
  }

  private Path file(String json) throws IOException {
    return Files.writeString(directory.resolve("rate.json"), json);
  }
}
