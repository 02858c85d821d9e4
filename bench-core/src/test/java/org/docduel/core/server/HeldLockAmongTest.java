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
  void aRunAloneIsNotWarned() throws IOException {
    try (HeldLock alone = HeldLock.among(runs())) {
      assertThat(alone.isAlone()).isTrue();
      assertThat(alone.isAlone()).isTrue();
    }
  }

  @Test
  void eachOfTwoRunsIsTold() throws IOException {
    try (HeldLock first = HeldLock.among(runs());
        HeldLock second = HeldLock.among(runs())) {
      assertThat(first.isAlone()).isFalse();
      assertThat(second.isAlone()).isFalse();
    }
  }

  @Test
  void anotherProcessIsToldHoweverLongTheRunLasts() throws IOException, InterruptedException {
    try (HeldLock own = HeldLock.among(runs())) {
      assertThat(own.isAlone()).isTrue();
      System.gc(); // a lock whose channel nobody holds would be gone
      Process other = other("ends");
      assertThat(new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("another run");
      assertThat(other.waitFor()).isZero();
    }
  }

  @Test
  void aKilledRunIsNoRun() throws IOException {
    try (HeldLock own = HeldLock.among(runs())) {
      Process other = other("stays");
      other.inputReader().readLine();
      assertThat(own.isAlone()).isFalse();

      other.destroyForcibly().onExit().join();

      assertThat(own.isAlone()).isTrue();
    }
  }

  @Test
  void runsThatBeginAndLookAtTheSameTimeDoNotFailAndSeeEachOther() throws IOException {
    try (HeldLock own = HeldLock.among(runs())) {
      List<Process> others = List.of(other("stays"), other("stays"), other("stays"));
      for (Process one : others) {
        assertThat(one.inputReader().readLine()).contains("another run");
      }
      assertThat(own.isAlone()).isFalse();
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
      try (HeldLock run = HeldLock.among(Path.of(arguments[0]))) {
        System.out.println(run.isAlone() ? "nobody" : "another run");
        if (arguments[1].equals("stays")) {
          Thread.sleep(60_000); // until it is killed
        }
      }
    }
  }
}
