package org.docduel.insert;

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
    "insert, InsertBenchmark -p store=noop -p payload=10B -p documents=100 -wi 1 -i 2",
    "ingestion, IngestionBenchmark -p store=postgres-jsonb -p rows=300 -p dataset=w2",
    "suite, IngestionBenchmark -p store=postgres-jsonb -p rows=400 -p dataset=customer",
    "making, DocumentMakingBenchmark -p payload=10B -wi 0 -i 1 -r 200ms"
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
