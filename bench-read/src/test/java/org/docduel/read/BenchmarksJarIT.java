package org.docduel.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packaged jar, run as a person runs it. */
class BenchmarksJarIT {
  @TempDir Path directory;

  private record Ended(int status, String out, List<String> errors) {}

  @Test
  void aRunCompletesWithVerdictAndPlans() throws Exception {
    Ended ended =
        run(
            "IndexedRead",
            "-p",
            "scenario=S1",
            "-p",
            "rows=1000",
            "-p",
            "variant=jsonb_ind,rel_ind",
            "-f",
            "3",
            "-wi",
            "0",
            "-i",
            "2",
            "-rf",
            "json",
            "-rff",
            "out.json");
    assertThat(ended.status()).as(ended.toString()).isZero();
    assertThat(ended.out()).contains("jsonb_ind").contains("rel_ind").contains("verdict");
    assertThat(Files.readString(directory.resolve("out.json"))).contains("\"execution\"");
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .contains("\"status\" : \"complete\"")
        .contains("\"plans\"")
        .contains("\"answer before the run\"")
        .doesNotContain("\"outcome\" : \"failed\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rows=0",
        "rows=abc",
        "scenario=S11",
        "variant=rel",
        "limit=-1",
        "index=all",
        "store=noop"
      })
  void aBadParameterIsOneLineAndStatusTwo(String parameter) throws Exception {
    Ended ended = run("-p", parameter);
    assertThat(ended.status()).as(ended.toString()).isEqualTo(2);
    assertThat(ended.errors())
        .singleElement()
        .asString()
        .startsWith("docduel: ")
        .contains(parameter);
    assertThat(directory.resolve("results")).doesNotExist();
  }

  private Ended run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", System.getProperty("benchmarks.jar")));
    command.addAll(List.of(arguments));
    Path out = directory.resolve("out.txt");
    Path err = directory.resolve("err.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("DOCDUEL_"));
    Process process = builder.start();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("the run did not end: " + Files.readString(out));
    }
    return new Ended(process.exitValue(), Files.readString(out), Files.readAllLines(err));
  }
}
