package org.docduel.core.launch;

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
class ConcurrentRunsTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void aRunAloneIsNotWarned() throws IOException {
    try (ConcurrentRuns alone = ConcurrentRuns.join(directory)) {
      assertThat(alone.warning()).isEmpty();
      assertThat(alone.warning()).isEmpty();
    }
  }

  @Test
  void eachOfTwoRunsIsTold() throws IOException {
    try (ConcurrentRuns first = ConcurrentRuns.join(directory);
        ConcurrentRuns second = ConcurrentRuns.join(directory)) {
      assertThat(first.warning()).isPresent();
      assertThat(second.warning()).isPresent();
    }
  }

  @Test
  void anotherProcessIsToldHoweverLongTheRunLasts() throws IOException, InterruptedException {
    try (ConcurrentRuns own = ConcurrentRuns.join(directory)) {
      assertThat(own.warning()).isEmpty();
      System.gc(); // a lock whose channel nobody holds would be gone
      Process other = other("ends");
      assertThat(new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("another run");
      assertThat(other.waitFor()).isZero();
    }
  }

  @Test
  void aKilledRunIsNoRun() throws IOException {
    try (ConcurrentRuns own = ConcurrentRuns.join(directory)) {
      Process other = other("stays");
      other.inputReader().readLine();
      assertThat(own.warning()).isPresent();

      other.destroyForcibly().onExit().join();

      assertThat(own.warning()).isEmpty();
    }
  }

  @Test
  void runsThatBeginAndLookAtTheSameTimeDoNotFailAndSeeEachOther() throws IOException {
    try (ConcurrentRuns own = ConcurrentRuns.join(directory)) {
      List<Process> others = List.of(other("stays"), other("stays"), other("stays"));
      for (Process one : others) {
        assertThat(one.inputReader().readLine()).contains("another run");
      }
      assertThat(own.warning()).isPresent();
      others.forEach(Process::destroyForcibly);
    }
  }

  private Process other(String what) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Other.class.getName(),
            directory.toString(),
            what)
        .redirectErrorStream(true)
        .start();
  }

  /** A run in another process. */
  static final class Other {
    private Other() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      try (ConcurrentRuns run = ConcurrentRuns.join(Path.of(arguments[0]))) {
        System.out.println(run.warning().orElse("nobody"));
        if (arguments[1].equals("stays")) {
          Thread.sleep(60_000); // until it is killed
        }
      }
    }
  }
}
