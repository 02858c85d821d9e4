package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
    }
    assertThat(directory).isEmptyDirectory();
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
      Process other =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Other.class.getName(),
                  directory.toString())
              .redirectErrorStream(true)
              .start();
      assertThat(new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("another run");
      assertThat(other.waitFor()).isZero();
    }
  }

  @Test
  void whatAKilledRunLeftIsNoRun() throws IOException {
    Path left = Files.createFile(directory.resolve("run-1.lock"));
    try (ConcurrentRuns alone = ConcurrentRuns.join(directory)) {
      assertThat(alone.warning()).isEmpty();
      assertThat(left).doesNotExist();
    }
  }

  /** A run in another process. */
  static final class Other {
    private Other() {}

    public static void main(String[] arguments) throws IOException {
      try (ConcurrentRuns run = ConcurrentRuns.join(Path.of(arguments[0]))) {
        System.out.println(run.warning().orElse("nobody"));
      }
    }
  }
}
