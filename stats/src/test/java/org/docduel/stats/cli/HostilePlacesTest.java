package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Output to where it cannot go, and interruptions, with the command in a process of its own. */
@Tag("attack")
@Tag("faults")
class HostilePlacesTest {
  @TempDir Path directory;

  private static Path results() {
    return ModuleFiles.resolve(HostilePlacesTest.class, "src/test/resources/runs/workloads.json")
        .toAbsolutePath();
  }

  private ProcessBuilder stats(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectError(directory.resolveSibling(directory.getFileName() + ".err").toFile());
  }

  @ParameterizedTest
  @Tag("L9")
  @EnabledOnOs(OS.LINUX)
  @ValueSource(strings = {"summary", "check"})
  void reportsFullDeviceInOneLine(String command) throws Exception {
    Process process =
        stats(command, results().toString()).redirectOutput(new File("/dev/full")).start();
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(errors()).singleElement().asString().startsWith("stats: not all of the output");
  }

  @Test
  @Tag("L9")
  @EnabledOnOs(OS.LINUX)
  void closedPipeExitsNonZeroWithoutDiskFullMessage() throws Exception {
    Process process = stats("check", results().toString()).start();
    process.getInputStream().close(); // as head does
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(errors()).isEmpty();
  }

  @ParameterizedTest
  @Tag("L11")
  @ValueSource(strings = {".", "..", "../"})
  void rejectsReportIntoCurrentDirectory(String output) throws Exception {
    Process process = stats("report", results().toString(), "-o", output).start();
    assertThat(process.waitFor()).isEqualTo(2);
    assertThat(errors()).singleElement().asString().contains("you are in it");
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @Tag("L3")
  @EnabledOnOs(OS.LINUX)
  @ValueSource(ints = {300, 600, 800, 1000, 1200, 1500})
  void interruptedReportIsCompleteOrAbsent(int millis) throws Exception {
    Process process = stats("report", results().toString(), "-o", "report").start();
    if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
      process.destroy(); // SIGTERM
    }
    process.waitFor();
    assertThat(entries(directory)).isSubsetOf("report");
    if (!entries(directory).isEmpty()) {
      assertThat(entries(directory.resolve("report")))
          .containsExactlyInAnyOrder("report.html", "figures", "tables");
    }
  }

  @Test
  @Tag("L10")
  void rejectsDuplicateKey() throws Exception {
    String valid = Files.readString(results());
    Path twice = directory.resolve("twice.json");
    Files.writeString(twice, valid.replaceFirst("\"mode\"", "\"mode\" : \"thrpt\", \"mode\""));
    CommandRun run = CommandRun.of("summary", twice.toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("Duplicate field 'mode'");
  }

  @Test
  @Tag("L10")
  void removesEscapeCodesFromTerminalOutput() throws Exception {
    String valid =
        Files.readString(
            ModuleFiles.resolve(HostilePlacesTest.class, "src/test/resources/runs/forks.json"));
    Path hostile = directory.resolve("hostile.json");
    Files.writeString(
        hostile, valid.replaceAll("(\"store\"\\s*:\\s*\")", "$1\\\\u001b[2J\\\\n=cmd()"));
    CommandRun run = CommandRun.of("summary", hostile.toString());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).doesNotContain("\u001b").contains("\\u001B[2J");
  }

  private List<String> errors() throws IOException {
    return Files.readAllLines(directory.resolveSibling(directory.getFileName() + ".err"));
  }

  private static List<String> entries(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(path -> path.getFileName().toString()).toList();
    }
  }
}
