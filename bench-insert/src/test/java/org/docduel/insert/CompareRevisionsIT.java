package org.docduel.insert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script that measures two revisions in turn. */
@EnabledOnOs(OS.LINUX)
class CompareRevisionsIT {
  private static final Path SCRIPT =
      ModuleFiles.resolve(CompareRevisionsIT.class, "../scripts/compare-revisions");
  private static final String JAR =
      ModuleFiles.resolve(CompareRevisionsIT.class, "target/benchmarks.jar").toString();

  @TempDir private Path directory;

  private int run(String line) throws IOException, InterruptedException {
    return run(Path.of(""), SCRIPT + " " + line);
  }

  private int run(Path where, String line) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(line.split(" ")).directory(where.toAbsolutePath().toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "ROUNDS",
                "2",
                "FORMAT",
                "json",
                "OUT",
                directory + "/results",
                "JDK_JAVA_OPTIONS", // as other tests start the jar
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"));
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

  /** Status 1 would say that one is slower. */
  @Test
  void aRepositoryWithoutBenchmarksIsStatusTwo() throws Exception {
    Path repository = Files.createDirectory(directory.resolve("repository"));
    assertThat(run(repository, "git init -q")).as(said()).isZero();
    String commit = "git -c user.name=n -c user.email=n@localhost commit -q --allow-empty -m first";
    assertThat(run(repository, commit)).as(said()).isZero();

    assertThat(run(repository, SCRIPT + " HEAD HEAD -- InsertBenchmark")).as(said()).isEqualTo(2);
    assertThat(said()).contains("no benchmark InsertBenchmark in HEAD", "JAR=benchmarks.jar");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "JAR JAR",
        "JAR JAR -- InsertBenchmark -f 3",
        "JAR JAR -- InsertBenchmark -f3",
        "JAR JAR -- InsertBenchmark -rff=x.json",
        "JAR JAR -- InsertBenchmark -rfjson",
        "JAR JAR -- InsertBenchmark -ox.log",
        "JAR JAR -- InsertBenchmark --clients=2",
        "JAR nothing -- InsertBenchmark",
        "JAR JAR -- InsertBenchmark -p dataset={}/orders.ndjson",
        "JAR JAR -- InsertBenchmark -p store=nobody",
      })
  void rejectsWhatCannotBeMeasuredWithStatusTwo(String line) throws Exception {
    assertThat(run(line.replace("JAR", JAR))).as(said()).isEqualTo(2);
    assertThat(said()).contains("compare-revisions: ");
  }
}
