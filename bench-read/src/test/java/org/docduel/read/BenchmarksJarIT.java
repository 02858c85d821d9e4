package org.docduel.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packaged jar, run as a person runs it. */
class BenchmarksJarIT {
  private static final Duration LIMIT = Duration.ofMinutes(5);

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
        "clock=client",
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

  @Test
  void aVersionThatIsNowhereIsOneLineAndStatusTwo() throws Exception {
    Ended ended = run(Map.of("DOCDUEL_POSTGRES_VERSION", "9"), "-p", "rows=1000");
    assertThat(ended.status()).as(ended.toString()).isEqualTo(2);
    assertThat(ended.errors())
        .singleElement()
        .asString()
        .startsWith("docduel: -p variant=")
        .contains("and 9 is asked for")
        .contains("DOCDUEL_POSTGRES_ARCHIVE");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows shows no arguments of processes")
  void aRunEndsWithItsServer() throws Exception {
    Process run = start(Map.of(), "-p", "scenario=S1,S2", "-p", "rows=1000", "-f", "9");
    ProcessHandle server = awaitServer(run);
    awaitOutput(run, "loaded");

    assertThat(server.destroyForcibly()).isTrue();

    Ended ended = ended(run);
    assertThat(ended.status()).as(ended.toString()).isEqualTo(1);
    assertThat(ended.out().lines().filter(line -> line.startsWith("failed: ")))
        .as(ended.out())
        .singleElement()
        .asString()
        .contains("postgres-")
        .contains("the run ends here");
    assertThat(server.isAlive()).isFalse();
  }

  /** The process that serves the port which the run has named. */
  private ProcessHandle awaitServer(Process run) throws Exception {
    Matcher port =
        Pattern.compile("127\\.0\\.0\\.1:(\\d+)").matcher(awaitOutput(run, "postgres: "));
    assertThat(port.find()).isTrue();
    return ProcessHandle.allProcesses()
        .filter(
            process -> process.info().commandLine().orElse("").contains("--port=" + port.group(1)))
        .findFirst()
        .orElseThrow();
  }

  /** Waits for words in what the run prints. */
  private String awaitOutput(Process run, String words) throws Exception {
    Instant limit = Instant.now().plus(LIMIT);
    while (run.isAlive() && Instant.now().isBefore(limit)) {
      String out = Files.readString(directory.resolve("out.txt"));
      if (out.lines().anyMatch(line -> line.contains(words))) {
        return out;
      }
      run.waitFor(50, TimeUnit.MILLISECONDS);
    }
    throw new AssertionError("no '" + words + "': " + ended(run));
  }

  private Ended run(String... arguments) throws IOException, InterruptedException {
    return run(Map.of(), arguments);
  }

  private Ended run(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    return ended(start(environment, arguments));
  }

  private Process start(Map<String, String> environment, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", System.getProperty("benchmarks.jar")));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(directory.resolve("out.txt").toFile())
            .redirectError(directory.resolve("err.txt").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("DOCDUEL_"));
    builder.environment().putAll(environment);
    return builder.start();
  }

  private Ended ended(Process process) throws IOException, InterruptedException {
    Path out = directory.resolve("out.txt");
    if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the run did not end: " + Files.readString(out));
    }
    return new Ended(
        process.exitValue(),
        Files.readString(out),
        Files.readAllLines(directory.resolve("err.txt")));
  }
}
