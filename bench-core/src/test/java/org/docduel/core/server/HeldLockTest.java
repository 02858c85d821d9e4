package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeldLockTest {
  private static final int TAKES = 2_000;

  @Test
  void hasOneHolderAmongManyProcesses(@TempDir Path directory) throws Exception {
    List<Process> takers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      takers.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Taker.class.getName(),
                  directory.toString())
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("taker-" + i + ".txt").toFile())
              .start());
    }
    for (Process taker : takers) {
      assertThat(taker.waitFor(5, TimeUnit.MINUTES)).isTrue();
      assertThat(taker.exitValue()).as("holders at the same time, or a failure").isZero();
    }
  }

  /** A file that is closed gives back all locks of its process: it stays open for the others. */
  @Test
  void keepsOtherNamesWhenOneIsReleasedOrRejected(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("all.lock");
    HeldLock lock = HeldLock.take(file, "kept").orElseThrow();
    HeldLock.take(file, "other").orElseThrow().close();
    assertThat(HeldLock.take(file, "kept")).isEmpty();
    assertThat(takenByAnother(directory)).isFalse();
    lock.close();
    assertThat(takenByAnother(directory)).isTrue();
  }

  private static boolean takenByAnother(Path directory) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LockAttempt.class.getName(),
                directory.resolve("all.lock").toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("asking.txt").toFile())
            .start();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isIn(0, LockAttempt.LOCKED);
    return process.exitValue() == 0;
  }

  /** Asks once for the lock {@code kept}. */
  static final class LockAttempt {
    private static final int LOCKED = 7;

    private LockAttempt() {}

    public static void main(String[] arguments) throws Exception {
      System.exit(HeldLock.take(Path.of(arguments[0]), "kept").isPresent() ? 0 : LOCKED);
    }
  }

  /** Takes the lock again and again, and looks whether it is alone. */
  static final class Taker {
    private Taker() {}

    public static void main(String[] arguments) throws Exception {
      Path directory = Path.of(arguments[0]);
      Path marker = directory.resolve("alone");
      for (int i = 0; i < TAKES; i++) {
        Optional<HeldLock> lock = HeldLock.take(directory.resolve("all.lock"), "one");
        if (lock.isPresent()) {
          java.nio.file.Files.createFile(marker); // fails when somebody else holds the lock
          java.nio.file.Files.delete(marker);
          lock.get().close();
        }
      }
    }
  }
}
