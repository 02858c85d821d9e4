package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun;
import org.docduel.testkit.Processes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run of many iterations that is stopped before its first fork ends loses none that ended. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "processes are found and killed as on Linux")
@Execution(ExecutionMode.CONCURRENT) // they wait for iterations to end
class InterruptedRunIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(InterruptedRunIT.class);
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"fork", "launcher", "run"})
  void keepsIterationsThatEnded(String victim) throws Exception {
    PackagedRun run =
        JAR.start(
            directory,
            Map.of(),
            "UpdateBenchmark -p store=noop -p documents=1000 -p rate=200 -f 1 -wi 0 -i 60 -r 200ms -rff out.json"
                .split(" "));
    Path series = directory.resolve("out.series.ndjson");
    assertThat(Processes.eventually(LIMIT, () -> lines(series) >= 30)).isTrue();
    List<ProcessHandle> forks =
        run.descendants().stream()
            .filter(process -> process.info().commandLine().orElse("").contains("ForkedMain"))
            .toList();
    switch (victim) {
      case "fork" -> Processes.signal("KILL", forks);
      case "launcher" -> Processes.signal("KILL", List.of(run.handle()));
      default -> Processes.signal("TERM", List.of(run.handle()));
    }
    String out = run.await().out();

    int ended = (int) lines(series);
    assertThat(ended).isBetween(30, 59);
    String progress = ended + " of 60 iterations";
    assertThat(Files.readString(series).lines().toList().get(ended - 1))
        .contains("\"iteration\":" + ended + ",\"of\":60", "\"response.p99\"");
    assertThat(Files.readAllLines(directory.resolve("out.hlog")))
        .filteredOn(line -> line.contains("response;"))
        .hasSizeGreaterThanOrEqualTo(ended);
    if (!victim.equals("launcher")) {
      assertThat(out).contains(progress + " are in out.series.ndjson");
    }
  }

  /** The disk is one in memory, whose room nobody else takes. */
  @Test
  void endsInOrderWhenDiskFillsUp() throws Exception {
    Path memory = Files.createTempDirectory(Path.of("/dev/shm"), "docduel-test-");
    Path filling = memory.resolve("filling");
    try {
      long floor = Files.getFileStore(memory).getUsableSpace() - 100_000_000;
      assumeTrue(Files.getFileStore(directory).getUsableSpace() > floor + 1_000_000_000);
      PackagedRun run =
          JAR.start(
              directory,
              Map.of(),
              ("UpdateBenchmark -p store=noop -p documents=1000 -p rate=200 -f 2 -wi 0 --for 12s -r 200ms"
                      + " --min-free "
                      + floor
                      + " -rff "
                      + memory.resolve("out.json"))
                  .split(" "));
      assertThat(Processes.eventually(LIMIT, () -> lines(memory.resolve("out.series.ndjson")) >= 5))
          .isTrue();
      Files.write(filling, new byte[200_000_000]);

      assertThat(run.await().failure())
          .contains("GB are free on this disk", "of 60 iterations are in", "forks left out: 1");
      assertThat(Files.readString(memory.resolve("out.sidecar.json")))
          .contains("\"status\" : \"failed\"");
    } finally {
      try (Stream<Path> files = Files.list(memory)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(memory);
    }
  }

  @Test
  void rejectsDiskThatIsFull() throws Exception {
    assertThat(
            JAR.run(directory, "UpdateBenchmark -p store=noop --min-free 1000000GB -rff out.json")
                .rejection())
        .contains("GB are free on this disk, less than 1000000.00 GB");
  }

  @Test
  void resumeRunsForksThatAreMissing() throws Exception {
    String arguments =
        "UpdateBenchmark -p store=noop -p documents=1000 -p rate=200 -f 3 -wi 0 -i 10 -r 200ms";
    PackagedRun run = JAR.start(directory, Map.of(), (arguments + " -rff out.json").split(" "));
    Path series = directory.resolve("out.series.ndjson");
    assertThat(Processes.eventually(LIMIT, () -> lines(series) >= 15)).isTrue();
    Processes.signal("KILL", List.of(run.handle()));
    run.await();
    double[] first = firstRow(directory.resolve("out.json"));

    assertThat(JAR.run(directory, "--resume out.json -f 4").rejection())
        .contains("--resume out.json: the run had the arguments UpdateBenchmark");
    assertThat(JAR.run(directory, "MixedBenchmark --resume out.json").rejection())
        .contains(
            "--resume out.json: this was a run of UpdateBenchmark.update, not of MixedBenchmark;"
                + " docduel run --resume out.json continues it");
    String out = JAR.run(directory, "UpdateBenchmark --resume out.json").succeeded().out();

    assertThat(out).contains("resumed: 1 of 3 forks are measured");
    assertThat(firstRow(directory.resolve("out.json"))).containsExactly(first, within(1e-9));
    assertThat(Files.readString(directory.resolve("out.sidecar.json")))
        .contains("\"status\" : \"complete\"")
        .containsPattern("\"rounds\" : \\[ \\[ 1, 2, 3 \\] \\]");
    assertThat(Files.readAllLines(directory.resolve("out.hlog")))
        .filteredOn(line -> line.startsWith("Tag=response;"))
        .hasSize(30);
    assertThat(series).doesNotExist();
  }

  @Test
  void rejectsResumeOfRunUntilDecided() throws Exception {
    JAR.run(
            directory,
            "UpdateBenchmark -p store=noop -p documents=10 -wi 0 -i 1 -r 200ms -f 1 --no-report"
                + " -rff out.json")
        .succeeded();
    Path sidecar = directory.resolve("out.sidecar.json");
    String command = Files.readString(sidecar);
    Files.writeString(
        sidecar, command.replaceFirst("\"-f\",\\s*\"1\"", "\"--until\", \"decided\""));

    assertThat(JAR.run(directory, "--resume out.json").rejection())
        .contains("--resume out.json: a run with --until cannot be continued; run it anew");
  }

  /** What the first fork measured, in JMH's JSON. */
  private static double[] firstRow(Path json) throws IOException {
    String text = Files.readString(json).replaceAll("\\s+", "");
    int raw = text.indexOf("\"rawData\":[[") + "\"rawData\":[[".length();
    String row = text.substring(raw, text.indexOf(']', raw));
    return Stream.of(row.split(",")).mapToDouble(Double::parseDouble).toArray();
  }

  /** Those that have their end. */
  private static long lines(Path file) {
    try {
      return Files.exists(file)
          ? Files.readString(file).chars().filter(character -> character == '\n').count()
          : 0;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
