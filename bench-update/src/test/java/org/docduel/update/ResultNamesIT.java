package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun.Ended;
import org.docduel.testkit.ResultNames;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names that results have: those of parameters, metrics, units, and of the sidecar's facts. */
class ResultNamesIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(ResultNamesIT.class);

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "closed, UpdateBenchmark -p store=noop -p documents=500 -t 2 -wi 1 -w 200ms -i 2 -r 200ms",
    "open, UpdateBenchmark -p store=postgres-jsonb -p rate=100 -p documents=500 -t 2 -wi 0 -i 1 -r 2",
    "recording, RecordingBenchmark -wi 0 -i 1 -r 200ms"
  })
  void areThoseThatReadersKnow(String golden, String line) throws Exception {
    Ended ended = JAR.run(directory, line + " -f 1 --no-report -rf json -rff out.json");

    assertThat(ended.status()).as(ended.toString()).isZero();
    assertThat(ResultNames.of(directory.resolve("out.json"))).isEqualTo(text(golden));
  }

  private static String text(String golden) throws IOException {
    try (InputStream file = ResultNamesIT.class.getResourceAsStream("results-" + golden + ".txt")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
