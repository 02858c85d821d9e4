package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.server.HeldLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.format.ResultFormatType;

class ResultFilesTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  @Test
  void everythingStandsBesideTheFileThatWasNamed(@TempDir Path directory) {
    Path named = directory.resolve("made/out.json");
    ResultFiles files =
        ResultFiles.of(
            "w", Optional.of(named.toString()), Optional.empty(), Optional.empty(), START);
    assertThat(files.json()).isEqualTo(named);
    assertThat(files.sidecar()).isEqualTo(directory.resolve("made/out.sidecar.json"));
    assertThat(files.report()).isEqualTo(directory.resolve("made/out-report"));
    assertThat(files.asked()).isEmpty();
  }

  @Test
  void theLogIsNotTheFileThatTheOutputMayHaveBeenSentTo(@TempDir Path directory) {
    Path named = directory.resolve("out.json");
    ResultFiles files =
        ResultFiles.of(
            "w", Optional.of(named.toString()), Optional.empty(), Optional.empty(), START);
    assertThat(files.log()).isEqualTo(directory.resolve("out.jmh.log"));
  }

  @Test
  void theLogIsWhereItWasAskedFor(@TempDir Path directory) {
    Path named = directory.resolve("out.json");
    Path log = directory.resolve("made/jmh.txt");
    ResultFiles files =
        ResultFiles.of(
            "w",
            Optional.of(named.toString()),
            Optional.empty(),
            Optional.of(log.toString()),
            START);
    assertThat(files.log()).isEqualTo(log);
    assertThat(log.getParent()).isDirectory();
  }

  @Test
  void aLogThatCannotBeWrittenIsRefusedBeforeAnythingIsMade(@TempDir Path directory) {
    Path named = directory.resolve("made/out.json");
    assertThatThrownBy(() ->
            ResultFiles.of(
                "w",
                Optional.of(named.toString()),
                Optional.empty(),
                Optional.of(directory.toString()),
                START))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("-o " + directory);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void anotherFormatHasAJsonBesideIt(@TempDir Path directory) {
    Path named = directory.resolve("out.csv");
    ResultFiles files =
        ResultFiles.of(
            "w",
            Optional.of(named.toString()),
            Optional.of(ResultFormatType.CSV),
            Optional.empty(),
            START);
    assertThat(files.asked()).contains(new ResultFiles.Asked(named, ResultFormatType.CSV));
    assertThat(files.json()).isEqualTo(directory.resolve("out.json"));
  }

  @Tag("attack")
  @Tag("M9")
  @Test
  void refusesADirectoryAsFile(@TempDir Path directory) throws Exception {
    Path taken = Files.createDirectory(directory.resolve("out.json"));
    assertThatThrownBy(() ->
            ResultFiles.of(
                "w", Optional.of(taken.toString()), Optional.empty(), Optional.empty(), START))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("-rff " + taken);
  }

  @Tag("attack")
  @Tag("M9")
  @Test
  void refusesADirectoryThatCannotBeMade(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "");
    assertThatThrownBy(() ->
            ResultFiles.of(
                "w", Optional.of(file + "/out.json"), Optional.empty(), Optional.empty(), START))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cannot be made");
  }

  @Tag("attack")
  @Tag("M8")
  @Test
  void refusesADevice() {
    assertThatThrownBy(() ->
            ResultFiles.of(
                "w", Optional.of("/dev/null"), Optional.empty(), Optional.empty(), START))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("/dev/null: this is no regular file");
  }

  @Tag("attack")
  @Tag("M8")
  @Test
  void refusesALinkToADevice(@TempDir Path directory) throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("out.json"), Path.of("/dev/null"));
    assertThatThrownBy(() ->
            ResultFiles.of(
                "w", Optional.of(link.toString()), Optional.empty(), Optional.empty(), START))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no regular file");
  }

  @Tag("attack")
  @Tag("M8")
  @Test
  void refusesALinkToNothing(@TempDir Path directory) throws Exception {
    Path link =
        Files.createSymbolicLink(directory.resolve("out.json"), directory.resolve("absent"));
    assertThatThrownBy(() ->
            ResultFiles.of(
                "w", Optional.of(link.toString()), Optional.empty(), Optional.empty(), START))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no regular file");
  }

  @Tag("attack")
  @Tag("M8")
  @Test
  void refusesAFifo(@TempDir Path directory) throws Exception {
    Path fifo = directory.resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    assertThatThrownBy(() ->
            ResultFiles.of(
                "w", Optional.of(fifo.toString()), Optional.empty(), Optional.empty(), START))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no regular file");
  }

  @Tag("attack")
  @Tag("M9")
  @Test
  void aSecondRunWithTheSameFileIsRefused(@TempDir Path directory) {
    Path json = directory.resolve("out.json");
    try (HeldLock first = ResultLock.take(json)) {
      assertThat(first).isNotNull();
      assertThatThrownBy(() -> ResultLock.take(json))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("another run writes it");
    }
    ResultLock.take(json).close();
  }
}
