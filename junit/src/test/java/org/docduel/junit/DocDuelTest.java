package org.docduel.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DocDuelTest {
  private static final Path QUERIES =
      ModuleFiles.resolve(DocDuelTest.class, "../examples/junit/queries");

  @TempDir private Path results;

  private RunFailedException rejected(DocDuel run) {
    return catchThrowableOfType(RunFailedException.class, run.results(results)::run);
  }

  @Test
  void rejectsFolderWithoutSuite() {
    RunFailedException failure = rejected(DocDuel.suite(results.resolve("none")));
    assertThat(failure).hasMessageStartingWith("docduel: ").hasMessageContaining("none");
    assertThat(failure.status()).isEqualTo(2);
  }

  @Test
  void rejectsUnknownStoreAndBadNumberOfForks() {
    assertThat(rejected(DocDuel.suite(QUERIES).stores("postgres-jsonb", "nosql")))
        .hasMessageContaining("nosql");
    assertThat(rejected(DocDuel.suite(QUERIES).stores("postgres-jsonb").forks(-1)))
        .hasMessageContaining("-1");
  }

  @Test
  void secondValuesOfParameterReplaceTheFirst() {
    assertThat(rejected(DocDuel.suite(QUERIES).stores("sqlnone").forks(3).stores("nosql")))
        .hasMessageContaining("nosql")
        .hasMessageNotContaining("sqlnone");
  }

  @Test
  void saysThatResultsCannotBeWritten() throws IOException {
    Path file = Files.createFile(results.resolve("file"));
    assertThatThrownBy(DocDuel.suite(QUERIES).results(file)::run)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageStartingWith("results cannot be written to " + file)
        .hasMessageEndingWith("results(Path)");
  }

  @Test
  void settingsReachTheRunWithoutItsCommandLine() {
    RunFailedException failure =
        rejected(
            DocDuel.suite(QUERIES)
                .stores("postgres-jsonb", "postgres-typed")
                .setting("postgres.url", "jdbc:postgresql://localhost:1/none?password=hidden"));
    assertThat(failure).hasMessageContaining("localhost:1").hasMessageNotContaining("hidden");
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void endsItsProcessesWhenTheTestIsInterrupted() throws Exception {
    Thread[] test = new Thread[1];
    CompletableFuture<RunFailedException> ended =
        CompletableFuture.supplyAsync(
            () -> {
              test[0] = Thread.currentThread();
              return rejected(DocDuel.suite(QUERIES).stores("postgres-jsonb", "postgres-typed"));
            },
            task -> new Thread(task, "interrupted test").start());
    while (processes() < 3) { // launcher, server, its own
      Thread.sleep(50);
    }
    test[0].interrupt();
    assertThat(ended.get().status()).isEqualTo(-1);
    while (processes() > 0) {
      Thread.sleep(50);
    }
  }

  private static long processes() {
    return ProcessHandle.current().descendants().count();
  }
}
