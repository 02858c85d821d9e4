package org.docduel.core.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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

  /** Clients of a group on one machine start together; so do the jobs of a build. */
  @Test
  void runsThatStartTogetherClearTogether() throws Exception {
    Process killed = new ProcessBuilder("true").start();
    killed.waitFor();
    for (int i = 0; i < 200; i++) {
      Path left = Files.createTempDirectory("docduel-run-" + killed.pid() + "-");
      Files.writeString(left.resolve("fact.json"), "{}");
    }
    List<Callable<RunDirectory>> starts = Collections.nCopies(8, RunDirectory::create);
    ExecutorService together = Executors.newFixedThreadPool(starts.size());
    try {
      for (Future<RunDirectory> made : together.invokeAll(starts)) {
        assertThat(made.get().path()).isDirectory();
        made.get().close();
      }
    } finally {
      together.shutdownNow();
    }
  }
}
