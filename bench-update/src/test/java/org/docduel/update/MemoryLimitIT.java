package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.docduel.core.config.Settings;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.server.MemoryGroup;
import org.docduel.core.server.MemoryLimit;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun;
import org.docduel.testkit.PackagedRun.Ended;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers with little memory, through the packaged jar. Needs a host that lets this user make a
 * control group, and a disk for the servers' data; skipped with the reason elsewhere. {@code
 * -Dmemory.times=4} has data of four times the memory and runs the long tests, too.
 */
class MemoryLimitIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(MemoryLimitIT.class);
  private static final boolean LONG = System.getProperty("memory.times") != null;
  private static final double TIMES = Double.parseDouble(System.getProperty("memory.times", "1.5"));
  private static final String READS =
      "Mixed -p mix=read:100 -p dataset=./d.ndjson -p field=n -p store=postgres-jsonb --memory 256MB"
          + " -f 1 -i 2 -r 2 -t 2 --no-report -rf json -rff out.json -jvmArgsAppend -Xmx4g ";

  /** As long as a document can be without parts elsewhere, and of nothing that compresses. */
  private static final int TEXT_CHARACTERS = 1_700;

  private static final long LIMIT_BYTES = 256 << 20;

  @TempDir Path directory;

  @BeforeAll
  static void requireGroups() {
    Availability here = MemoryGroup.availability(new MemoryLimit(LIMIT_BYTES));
    assumeTrue(here instanceof Availability.Available, here.toString());
    Settings settings = Settings.ofProcess();
    assumeTrue(HostDirectories.of(settings).dataRoot().isPresent(), "no directory is on a disk");
  }

  /** Of keys that are drawn alike, the part is read from the disk that is in no memory. */
  @Test
  void readsFromDiskWhatDoesNotFit() throws Exception {
    requireTime();
    Ended ended =
        run(TIMES, Map.of(), "-p documents=" + TIMES + "x --warmup steady:60").succeeded();

    assertThat(PackagedRun.raw(directory.resolve("out.json"), "disk.reads_per_op"))
        .hasSize(2)
        .allSatisfy(reads -> assertThat(reads).isBetween((1 - 1 / TIMES) * 2 / 3, 1.2));
    assertThat(ended.out()).contains("256 MB of memory (cgroup v");
    String sidecar = Files.readString(directory.resolve("out.sidecar.json"));
    assertThat(sidecar)
        .contains("shared_buffers 64MB")
        .containsPattern("\"memory limit\"[^}]*\"passed\"");
  }

  @Test
  void readsNothingOfWhatFits() throws Exception {
    requireTime();
    run(0.5, Map.of(), "-p documents=0.5x --warmup steady:60").succeeded();

    assertThat(PackagedRun.raw(directory.resolve("out.json"), "disk.reads_per_op"))
        .allSatisfy(reads -> assertThat(reads).isLessThanOrEqualTo(0.01));
  }

  /** Pages belong to whoever touched them first: here to this test. */
  @Test
  void rejectsLimitThatDoesNotBite() throws Exception {
    requireTime();
    PackagedRun run = start(1.5, "-p documents=1.5x --warmup steady:15");
    Path data = awaitData(run);
    while (run.process().isAlive()) {
      readAll(data);
      run.process().waitFor(100, java.util.concurrent.TimeUnit.MILLISECONDS);
    }

    assertThat(run.await().failure()).contains("the limit of 256 MB does not bite: 0.0");
    assertThat(directory.resolve("out.json")).doesNotExist();
  }

  @Test
  void reportsServerThatIsKilledAtLimit() throws Exception {
    requireTime();
    Ended ended =
        run(
            1.5,
            Map.of("DOCDUEL_POSTGRES_OPTIONS", "shared_buffers=512MB"),
            "-p documents=1.5x --warmup steady:15");

    assertThat(ended.failure()).contains("killed at the memory limit of 256 MB");
    assertThat(directory.resolve("out.json")).doesNotExist();
  }

  @Test
  void killedRunLeavesNoGroupProcessOrData() throws Exception {
    PackagedRun run = start(0.01, "-p documents=1000");
    run.awaitOutput("postgres: embedded");
    Path data = awaitData(run);
    List<ProcessHandle> processes = run.descendants();
    List<Path> groups = groupsOf(processes);
    assertThat(groups).isNotEmpty();

    run.process().destroyForcibly().waitFor();

    for (int i = 0; i < 200 && processes.stream().anyMatch(ProcessHandle::isAlive); i++) {
      Thread.sleep(100); // the watchdog ends last
    }
    assertThat(groups).allSatisfy(group -> assertThat(group).doesNotExist());
    assertThat(data).doesNotExist();
    assertThat(processes).noneMatch(ProcessHandle::isAlive);
  }

  private static void requireTime() {
    assumeTrue(LONG, "takes minutes: give -Dmemory.times=4, as .ci/nightly memory does");
  }

  private Ended run(double times, Map<String, String> environment, String arguments)
      throws Exception {
    write(directory.resolve("d.ndjson"), times);
    return JAR.run(directory, environment, (READS + arguments).split(" "));
  }

  private PackagedRun start(double times, String arguments) throws Exception {
    write(directory.resolve("d.ndjson"), times);
    return JAR.start(directory, Map.of(), (READS + arguments).split(" "));
  }

  /** Documents of so many times the memory. */
  private static void write(Path file, double times) throws IOException {
    SplittableRandom random = new SplittableRandom(42);
    byte[] letters = new byte[TEXT_CHARACTERS * 3 / 4];
    try (var out = Files.newBufferedWriter(file)) {
      for (int i = 0; i <= times * LIMIT_BYTES / TEXT_CHARACTERS; i++) {
        random.nextBytes(letters);
        String text = Base64.getEncoder().encodeToString(letters);
        out.write("{\"n\": " + i + ", \"text\": \"" + text + "\"}\n");
      }
    }
  }

  /** The directory with the data of the server that a run has started. */
  private static Path awaitData(PackagedRun run) throws Exception {
    String option = "-D ";
    List<ProcessHandle> processes =
        run.awaitProcesses(all -> all.stream().anyMatch(each -> line(each).contains(option)));
    String line =
        processes.stream()
            .map(MemoryLimitIT::line)
            .filter(l -> l.contains(option))
            .findFirst()
            .orElseThrow();
    return Path.of(line.substring(line.indexOf(option) + option.length()).split(" ", 2)[0]);
  }

  private static String line(ProcessHandle process) {
    return process.info().commandLine().orElse("");
  }

  private static List<Path> groupsOf(List<ProcessHandle> processes) {
    return processes.stream().flatMap(process -> groupOf(process).stream()).distinct().toList();
  }

  private static Optional<Path> groupOf(ProcessHandle process) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", "" + process.pid(), "cgroup"))) {
      return lines
          .filter(line -> line.contains("/docduel-"))
          .map(line -> line.split(":", 3))
          .map(fields -> Path.of("/sys/fs/cgroup", fields[1], fields[2]))
          .findFirst();
    } catch (IOException ended) {
      return Optional.empty();
    }
  }

  private static void readAll(Path data) {
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        try (var in = Files.newInputStream(file)) {
          in.transferTo(java.io.OutputStream.nullOutputStream());
        }
      }
    } catch (IOException | java.io.UncheckedIOException changedMeanwhile) {
      // the next time
    }
  }
}
