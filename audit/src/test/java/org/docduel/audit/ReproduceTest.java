package org.docduel.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("first")
class ReproduceTest {
  private static final String RUN =
      "InsertBenchmark -p store=noop -p payload=10B -p documents=20 -f 0 -wi 0 -i 1";

  private final PrintStream out = new PrintStream(new ByteArrayOutputStream());
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path directory;

  private Reproduce reproduce() {
    return new Reproduce(directory, List.of(), true, out, new PrintStream(err, true, UTF_8));
  }

  @Test
  void namesResultAfterRunAndDoesNotRepeatIt() throws Exception {
    reproduce().measure("inserts", RUN, List.of());

    Path result = directory.resolve("inserts.json");
    assertThat(result).content().contains("InsertBenchmark");
    assertThat(directory.resolve("inserts.sidecar.json")).exists();
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).noneMatch(file -> file.toString().contains(".half."));
    }
    Files.writeString(result, "[]");

    reproduce().measure("inserts", RUN, List.of());

    assertThat(result).hasContent("[]");
  }

  @Test
  void failedRunLeavesNoResult() {
    assertThatThrownBy(() -> reproduce().measure("inserts", RUN + " -p nothing=1", List.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("inserts failed");
    assertThat(directory.resolve("inserts.json")).doesNotExist();
  }

  @Test
  void rejectsAnUnknownNumber() {
    assertThat(Reproduce.run(List.of("007"), out, new PrintStream(err, true, UTF_8))).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .isEqualTo("docduel: reproduce 007: accepted are 000, 001, 002, 003, 004, 005, 006\n");
  }
}
