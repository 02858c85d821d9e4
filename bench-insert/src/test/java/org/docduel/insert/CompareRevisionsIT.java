package org.docduel.insert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script that measures two revisions in turn. */
@EnabledOnOs(OS.LINUX)
class CompareRevisionsIT {
  private static final String SCRIPT = "../scripts/compare-revisions";
  private static final String JAR = "target/benchmarks.jar";

  @TempDir private Path directory;

  private int run(String line) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(SCRIPT));
    words.addAll(List.of(line.split(" ")));
    ProcessBuilder builder = new ProcessBuilder(words);
    builder
        .environment()
        .putAll(Map.of("ROUNDS", "2", "FORMAT", "json", "OUT", directory + "/results"));
    File out = directory.resolve("out").toFile();
    Process process = builder.redirectErrorStream(true).redirectOutput(out).start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  private String said() throws IOException {
    return Files.readString(directory.resolve("out"));
  }

  @Test
  void twoJarsAreMeasuredInTurnAndTooFewRoundsAreBlind() throws Exception {
    String benchmark = "InsertBenchmark -p store=noop -p payload=10B -p documents=50 -wi 0 -i 2";

    int status = run(JAR + " " + JAR + " -- " + benchmark);

    assertThat(status).as(said()).isEqualTo(3);
    assertThat(said())
        .contains("round 2 of 2", "\"outcome\" : \"blind\"", "\"exit_status\" : 3")
        .contains("\"n_before\" : 4", "\"n_after\" : 4");
    for (String side : List.of("base", "head")) {
      assertThat(Files.readString(directory.resolve("results/" + side + ".sidecar.json")))
          .containsPattern("\"rounds\": \\[\\s*\\[\\s*1,\\s*2\\s*\\]\\s*\\]");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        JAR + " " + JAR,
        JAR + " " + JAR + " -- InsertBenchmark -f 3",
        JAR + " nothing -- InsertBenchmark",
        JAR + " " + JAR + " -- InsertBenchmark -p dataset={}/orders.ndjson",
        JAR + " " + JAR + " -- InsertBenchmark -p store=nobody",
      })
  void whatCannotBeMeasuredIsStatusTwo(String line) throws Exception {
    assertThat(run(line)).as(said()).isEqualTo(2);
    assertThat(said()).contains("compare-revisions: ");
  }
}
