package org.docduel.core.launch.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.docduel.core.config.BadInputException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.format.ResultFormatType;

public class ResultPathsTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  @Test
  void placesAllFilesNextToResult(@TempDir Path directory) {
    Path json = directory.resolve("made/out.json");
    ResultPaths paths = paths(json);
    assertThat(paths.json).isEqualTo(json);
    assertThat(paths.sidecar).isEqualTo(directory.resolve("made/out.sidecar.json"));
    assertThat(paths.report).isEqualTo(directory.resolve("made/out-report"));
    assertThat(paths.alternativeFormat).isEmpty();
  }

  @Test
  void normalizesParentOfMissingDirectory(@TempDir Path directory) {
    ResultPaths paths = paths(directory.resolve("missing/../out.json"));
    assertThat(paths.json).isEqualTo(directory.resolve("out.json"));
    assertThat(directory.resolve("missing")).doesNotExist();
  }

  @Test
  void resolvesParentOfSymbolicLinkTarget(@TempDir Path directory) throws IOException {
    Path elsewhere = Files.createDirectories(directory.toRealPath().resolve("there/inside"));
    Files.createSymbolicLink(directory.resolve("link"), elsewhere);
    ResultPaths paths = paths(Path.of(directory + "/link/../out.json"));
    assertThat(paths.json).isEqualTo(elsewhere.resolveSibling("out.json"));
  }

  @Test
  void removesDirectoriesWithoutFiles(@TempDir Path directory) throws IOException {
    Path base = Files.createDirectory(directory.resolve("own"));
    paths(base.resolve("made/twice/out.json"), base.resolve("logs/out.log").toString()).close();
    assertThat(base).isEmptyDirectory();

    ResultPaths written = paths(base.resolve("made/out.json"));
    Files.createFile(written.log);
    written.close();
    assertThat(written.log).exists();
  }

  @Test
  void logDiffersFromRedirectedOutput(@TempDir Path directory) {
    Path json = directory.resolve("out.json");
    ResultPaths paths = paths(json);
    assertThat(paths.log).isEqualTo(directory.resolve("out.jmh.log"));
  }

  @Test
  void writesLogToGivenPath(@TempDir Path directory) {
    Path json = directory.resolve("out.json");
    Path log = directory.resolve("made/jmh.txt");
    ResultPaths paths = paths(json, log.toString());
    assertThat(paths.log).isEqualTo(log);
    assertThat(log.getParent()).isDirectory();
  }

  @Test
  void rejectsUnwritableLogBeforeCreatingFiles(@TempDir Path directory) {
    Path json = directory.resolve("made/out.json");
    assertThatThrownBy(() -> paths(json, directory.toString()))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(directory + ": this is not a regular file");
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"out.sidecar.json", "out.hlog", "out.jmh.log"})
  void rejectsDirectoryInPlaceOfFileBeforeRun(String name, @TempDir Path directory)
      throws Exception {
    Files.createDirectory(directory.resolve(name));
    assertThatThrownBy(() -> paths(directory.resolve("out.json")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(name + ": this is not a regular file");
  }

  /** A directory of devices is not everyone's to write, and a device is nobody's alone. */
  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "devices are named as on Linux")
  void twoRunsMayShareOutputDevice(@TempDir Path directory) throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("nowhere"), Path.of("/dev/null"));
    for (String device : List.of("/dev/null", link.toString())) {
      try (ResultPaths first = paths(directory.resolve("one.json"), device);
          ResultPaths other = paths(directory.resolve("other.json"), device)) {
        first.lock();
        other.lock();
        assertThat(other.log).isEqualTo(Path.of(device));
      }
    }
  }

  @Test
  void writesJsonNextToOtherFormat(@TempDir Path directory) {
    Path csv = directory.resolve("out.csv");
    ResultPaths paths =
        new ResultPaths(
            "w",
            Optional.of(csv.toString()),
            Optional.of(ResultFormatType.CSV),
            Optional.empty(),
            START);
    assertThat(paths.alternativeFormat).contains(csv);
    assertThat(paths.json).isEqualTo(directory.resolve("out.json"));
  }

  @Test
  void simultaneousRunsUseSeparateDirectories(@TempDir Path directory) {
    for (int round = 0; round < 50; round++) {
      String name = "w-" + round;
      assertThat(
              IntStream.range(0, 8).parallel().mapToObj(i -> ResultPaths.unused(directory, name)))
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void replacesPartialFileOfKilledProcess(@TempDir Path directory) throws Exception {
    String half = "out.sidecar.json.half-" + ProcessHandle.current().pid();
    Files.createFile(directory.resolve(half));
    assertThat(paths(directory.resolve("out.json")).sidecar).doesNotExist();
  }

  @Test
  void rejectsNameTooLongForSidecar(@TempDir Path directory) {
    Path json = directory.resolve("made/" + "a".repeat(240) + ".json");
    assertThatThrownBy(() -> paths(json))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(".sidecar.json: this name is too long");
    assertThat(directory).isEmptyDirectory();
  }

  @Tag("attack")
  @Tag("M9")
  @Test
  void rejectsDirectoryAsFile(@TempDir Path directory) throws Exception {
    Path existing = Files.createDirectory(directory.resolve("out.json"));
    assertThatThrownBy(() -> paths(existing))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(existing + ": this is not a regular file");
  }

  /** Its name relative to itself is empty. */
  @Test
  void namesRejectedWorkingDirectory() {
    Path here = Path.of("").toAbsolutePath();
    assertThatThrownBy(() -> paths(Path.of(".")))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(here + ": this is not a regular file");
  }

  @Tag("attack")
  @Tag("M9")
  @Test
  void rejectsDirectoryThatCannotBeCreated(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "");
    assertThatThrownBy(() -> paths(file.resolve("out.json")))
        .isInstanceOf(BadInputException.class)
        .hasMessageEndingWith("its directory cannot be made: file already exists");
  }

  @Tag("attack")
  @Tag("M8")
  @Test
  void rejectsDevice() {
    assertThatThrownBy(() -> paths(Path.of("/dev/null")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("/dev/null: this is not a regular file");
  }

  @Tag("attack")
  @Tag("M8")
  @ParameterizedTest
  @ValueSource(strings = {"mkfifo out.json", "ln -s /dev/null out.json", "ln -s absent out.json"})
  void rejectsNonRegularFiles(String command, @TempDir Path directory) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command.split(" ")).directory(directory.toFile());
    assertThat(builder.start().waitFor()).isZero();
    assertThatThrownBy(() -> paths(directory.resolve("out.json")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("not a regular file");
  }

  public static ResultPaths paths(Path json, String... output) {
    return new ResultPaths(
        "w",
        Optional.of(json.toString()),
        Optional.empty(),
        Arrays.stream(output).findFirst(),
        START);
  }

  @Tag("attack")
  @Tag("M9")
  @ParameterizedTest
  @ValueSource(strings = {"r.json", "./r.json", "inside/../r.json", "link/r.json"})
  void rejectsSecondRunHoweverFileIsSpelled(String spelled, @TempDir Path directory)
      throws IOException {
    Files.createDirectory(directory.resolve("inside"));
    Files.createSymbolicLink(directory.resolve("link"), directory);
    ResultPaths second = paths(Path.of(directory + "/" + spelled));
    try (ResultPaths first = paths(directory.resolve("r.json"))) {
      first.lock();
      assertThatThrownBy(second::lock)
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("another run writes it");
    }
    assertThatCode(second::lock).doesNotThrowAnyException();
    second.close();
  }

  /** With -t max JMH says first how many processors it has found. */
  @ParameterizedTest
  @ValueSource(strings = {"# JMH version: 1.37", "# Detecting actual CPU count: 2 detected"})
  void replacesLogOfEarlierRun(String firstLine, @TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("r.jmh.log"), firstLine + "\n");
    try (ResultPaths paths = paths(directory.resolve("r.json"))) {
      assertThatCode(paths::lock).doesNotThrowAnyException();
    }
  }

  @Test
  void twoRunsMayNotShareJmhOutputFile(@TempDir Path directory) {
    String log = directory.resolve("jmh.log").toString();
    try (ResultPaths first = paths(directory.resolve("r.json"), log);
        ResultPaths second = paths(directory.resolve("s.json"), log)) {
      first.lock();
      assertThatThrownBy(second::lock)
          .isInstanceOf(BadInputException.class)
          .hasMessage(log + ": another run writes it; name another file");
    }
  }

  @Test
  void rejectsSidecarOfAnotherRunAsResult(@TempDir Path directory) {
    try (ResultPaths first = paths(directory.resolve("r.json"));
        ResultPaths second = paths(directory.resolve("r.sidecar.json"))) {
      first.lock();
      assertThatThrownBy(second::lock)
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("another run writes it");
    }
  }

  @Test
  void differentFilesHaveDifferentLocks(@TempDir Path directory) {
    try (ResultPaths first = paths(directory.resolve("r.json"));
        ResultPaths second = paths(directory.resolve("s.json"))) {
      first.lock();
      assertThatCode(second::lock).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "csv, c.json, , JMH's JSON and the csv",
    "text, r.sidecar.json, , JMH's JSON and the text",
    "json, a.json, a.json, JMH's JSON and JMH's output",
    "json, a.json, a.sidecar.json, the sidecar and JMH's output",
    "json, a.json, ./a.hlog, the latencies and JMH's output",
    "csv, a.csv, a.json, JMH's JSON and JMH's output",
    "json, a.sidecar.json, a.sidecar.sidecar.json, the sidecar and JMH's output"
  })
  void rejectsSameFileForTwoOutputs(
      String format, String name, String log, String roles, @TempDir Path directory) {
    assertThatThrownBy(() ->
            new ResultPaths(
                "w",
                Optional.of(directory.resolve(name).toString()),
                Optional.of(ResultFormatType.valueOf(format.toUpperCase(Locale.ROOT))),
                Optional.ofNullable(log).map(path -> directory + "/" + path),
                START))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(roles + " would be one file");
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "made/deep/out.json, made/deep/out.sidecar.json, would be one file",
    "out.json/, .., not a regular file",
    "/dev/null, made/x.log, /dev/null: this is not a regular file",
    "/, made/x.log, /: this is not a regular file",
    "made/out.json, /dev/null/x.log, its directory cannot be made"
  })
  void rejectionLeavesNoDirectory(String name, String log, String message, @TempDir Path directory)
      throws IOException {
    Path base = Files.createDirectory(directory.resolve("own"));
    assertThatThrownBy(() -> paths(base.resolve(name), base.resolve(log).toString()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(message);
    assertThat(base).isEmptyDirectory();
  }
}
