package org.docduel.stores.postgres.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.docduel.testkit.Processes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However the process that started a server ends, nothing of the server is there soon after. */
@Tag("attack")
@Tag("C1")
@Execution(ExecutionMode.CONCURRENT)
class NoServerIsLeftBehindTest {
  private static final Path SEGMENTS = Path.of("/proc/sysvipc/shm");
  // Of postmaster.pid, counted from 0 (PostgreSQL: miscadmin.h).
  private static final int SHARED_MEMORY_LINE = 6;

  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir private Path temporary;
  private final List<Process> started = new ArrayList<>();
  private List<String> sharedMemory = List.of();

  @AfterEach
  void endWhatTheTestStarted() {
    started.forEach(Process::destroyForcibly);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "c: it closes the server and returns",
        "e: it exits and closes nothing",
        "h: it halts without shutdown hooks",
        "t: it throws"
      })
  void afterAnEndingOfItsOwn(String ending) throws IOException {
    Process holder = startHolder();
    awaitReady(holder);
    assertThat(Processes.running(temporary.toString())).isNotEmpty();

    try (OutputStream in = holder.getOutputStream()) {
      in.write(ending.charAt(0));
    }

    assertNothingIsLeft();
  }

  @ParameterizedTest(name = "kill -{0}")
  @ValueSource(strings = {"KILL", "TERM", "INT", "HUP"})
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no signals")
  void afterASignalToItAlone(String signal) throws Exception {
    assumeThat(Processes.ignores(signal)).as("the tests run where it is ignored").isFalse();
    Process holder = startHolder();
    awaitReady(holder);

    assertThat(Processes.signal(signal, List.of(holder.toHandle()))).isZero();

    assertNothingIsLeft();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has no process groups")
  void afterCtrlCWhichTheWholeProcessGroupGets() throws Exception {
    assumeThat(Processes.ignores("INT")).as("the tests run where Ctrl-C is ignored").isFalse();
    assumeThat(Files.isExecutable(Path.of("/usr/bin/setsid"))).as("setsid is installed").isTrue();
    // It makes the holder the leader of a group of its own, as a shell does in a terminal.
    Process holder = startHolder("setsid");
    awaitReady(holder);

    assertThat(Processes.run("kill", "-INT", "--", "-" + holder.pid())).isZero();

    assertNothingIsLeft();
  }

  @ParameterizedTest(name = "killed {0} ms after the first sign of a data directory")
  @ValueSource(longs = {0, 100, 300})
  void afterAKillWhileTheServerStarts(long millis) throws Exception {
    Process holder = startHolder();
    assertThat(Processes.eventually(LIMIT, () -> !entries("docduel-postgres-").isEmpty())).isTrue();

    Processes.eventually(Duration.ofMillis(millis), () -> false);
    holder.destroyForcibly().waitFor();

    assertNothingIsLeft();
  }

  @Test
  void closingStopsTheServerEvenWhenTheWatchdogHasBeenKilled() throws IOException {
    Process holder = startHolder();
    awaitReady(holder);
    ProcessHandle watchdog =
        holder
            .children()
            .filter(child -> child.info().commandLine().orElse("").contains("WatchdogProcess"))
            .findFirst()
            .orElseThrow();

    watchdog.destroyForcibly();
    try (OutputStream in = holder.getOutputStream()) {
      in.write('c');
    }

    assertNothingIsLeft();
    assertThat(Processes.eventually(LIMIT, () -> !holder.isAlive())).isTrue();
    assertThat(holder.exitValue()).isZero();
  }

  private Process startHolder(String... prefix) throws IOException {
    List<String> command = new ArrayList<>(List.of(prefix));
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("java.class.path"),
            ServerHolder.class.getName()));
    Process holder =
        new ProcessBuilder(command)
            .redirectError(temporary.resolve("holder-errors").toFile())
            .start();
    started.add(holder);
    return holder;
  }

  private void awaitReady(Process holder) throws IOException {
    // Not closed: that would close the holder's standard output.
    BufferedReader lines = holder.inputReader();
    String line = lines.readLine();
    assertThat(line)
        .as(() -> "what the holder said; its errors: " + errors())
        .startsWith(ServerHolder.READY);
    assertThat(entries("docduel-postgres-")).hasSize(1);
    sharedMemory = sharedMemoryOf(entries("docduel-postgres-").get(0).resolve("data"));
    assertThat(sharedMemorySegments()).containsAll(sharedMemory);
  }

  private void assertNothingIsLeft() {
    boolean ended =
        Processes.eventually(
            LIMIT,
            () ->
                entries("docduel-").isEmpty() && Processes.running(temporary.toString()).isEmpty());

    assertThat(ended)
        .as(() -> Processes.running(temporary.toString()) + " " + entries("docduel-") + errors())
        .isTrue();
    // What a killed PostgreSQL leaves to the system until the next restart of the host.
    assertThat(sharedMemorySegments()).noneMatch(sharedMemory::contains);
  }

  private List<Path> entries(String prefix) {
    try (Stream<Path> entries = Files.list(temporary)) {
      return entries.filter(path -> path.getFileName().toString().startsWith(prefix)).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String errors() {
    try {
      return Files.readString(temporary.resolve("holder-errors"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** The number of the System V segment that a PostgreSQL holds, where the system has a list. */
  private static List<String> sharedMemoryOf(Path data) throws IOException {
    List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
    String keyAndNumber = lines.get(SHARED_MEMORY_LINE).strip();
    return Files.exists(SEGMENTS) ? List.of(keyAndNumber.split(" +", 2)[1]) : List.of();
  }

  /** The numbers of all System V segments on this host. */
  private static List<String> sharedMemorySegments() {
    try {
      return Files.exists(SEGMENTS)
          ? Files.readAllLines(SEGMENTS).stream()
              .map(line -> line.strip().split(" +", 3)[1])
              .toList()
          : List.of();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
