package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("attack")
@Tag("L1")
class HeldLockAmongTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void doesNotWarnSingleRun() throws IOException {
    try (HeldLock lock = HeldLock.register(runs())) {
      assertThat(lock.hasNoOthers()).isTrue();
      assertThat(lock.hasNoOthers()).isTrue();
    }
  }

  @Test
  void warnsBothOfTwoRuns() throws IOException {
    try (HeldLock first = HeldLock.register(runs());
        HeldLock second = HeldLock.register(runs())) {
      assertThat(first.hasNoOthers()).isFalse();
      assertThat(second.hasNoOthers()).isFalse();
    }
  }

  @Test
  void warnsOtherProcessThroughoutRun() throws IOException, InterruptedException {
    try (HeldLock lock = HeldLock.register(runs())) {
      assertThat(lock.hasNoOthers()).isTrue();
      System.gc(); // a lock whose channel nobody holds would be gone
      Process other = other("ends");
      assertThat(new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("another run");
      assertThat(other.waitFor()).isZero();
    }
  }

  @Test
  void ignoresKilledRun() throws IOException {
    try (HeldLock lock = HeldLock.register(runs())) {
      Process other = other("stays");
      other.inputReader().readLine();
      assertThat(lock.hasNoOthers()).isFalse();

      other.destroyForcibly().onExit().join();

      assertThat(lock.hasNoOthers()).isTrue();
    }
  }

  @Test
  void simultaneousRunsDetectEachOther() throws IOException {
    try (HeldLock lock = HeldLock.register(runs())) {
      List<Process> others = List.of(other("stays"), other("stays"), other("stays"));
      for (Process process : others) {
        assertThat(process.inputReader().readLine()).contains("another run");
      }
      assertThat(lock.hasNoOthers()).isFalse();
      others.forEach(Process::destroyForcibly);
    }
  }

  private Path runs() {
    return directory.resolve("runs.lock");
  }

  private Process other(String what) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Other.class.getName(),
            runs().toString(),
            what)
        .redirectErrorStream(true)
        .start();
  }

  /** A run in another process. */
  static final class Other {
    private Other() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      try (HeldLock run = HeldLock.register(Path.of(arguments[0]))) {
        System.out.println(run.hasNoOthers() ? "nobody" : "another run");
        if (arguments[1].equals("stays")) {
          Thread.sleep(60_000); // until it is killed
        }
      }
    }
  }
}
