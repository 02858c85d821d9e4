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
  void hasOneHolderHoweverManyProcessesTakeIt(@TempDir Path directory) throws Exception {
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

  /** Takes the lock again and again, and looks whether it is alone. */
  static final class Taker {
    private Taker() {}

    public static void main(String[] arguments) throws Exception {
      Path directory = Path.of(arguments[0]);
      Path alone = directory.resolve("alone");
      for (int i = 0; i < TAKES; i++) {
        Optional<HeldLock> lock = HeldLock.take(directory.resolve("one.lock"));
        if (lock.isPresent()) {
          java.nio.file.Files.createFile(alone); // fails when somebody else holds the lock
          java.nio.file.Files.delete(alone);
          lock.get().close();
        }
      }
    }
  }
}
