package org.docduel.core.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("attack")
@Tag("L2")
class RunDirectoryTest {
  @Test
  void clearsWhatAKilledRunLeftAndNothingOfOneThatLives() throws Exception {
    Process killed = new ProcessBuilder("sleep", "60").start();
    Path left = Files.createTempDirectory("docduel-run-" + killed.pid() + "-");
    Files.writeString(left.resolve("fact.json"), "{}");
    try (RunDirectory living = RunDirectory.create()) {
      assertThat(left).isDirectory();
      killed.destroyForcibly().waitFor();
      try (RunDirectory next = RunDirectory.create()) {
        assertThat(left).doesNotExist();
        assertThat(living.path()).isDirectory();
        assertThat(next.path()).isDirectory();
      }
    }
  }
}
