package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.docduel.stats.ResultJson;
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
    assertThat(process.waitFor()).isEqualTo(2);
    assertThat(errors()).singleElement().asString().startsWith("stats: not all of the output");
  }

  /** Status 1 would say that one is slower. */
  @Test
  @Tag("L9")
  @EnabledOnOs(OS.LINUX)
  void fullDeviceIsNoRegression() throws Exception {
    assertThat(gateIntoFullDevice(15.0)).isEqualTo(2);
    assertThat(gateIntoFullDevice(30.0)).isEqualTo(1);
  }

  /** The exit status of a gate that compares 15 ms with some others. */
  private int gateIntoFullDevice(double after) throws Exception {
    List<String> files = new ArrayList<>();
    for (double level : List.of(15.0, after)) {
      double[][] forks = new double[8][];
      for (int fork = 0; fork < forks.length; fork++) {
        forks[fork] = new double[] {level * (1 + 0.001 * fork)};
      }
      files.add(
          new ResultJson()
              .add("k=a", "ms/op", forks)
              .writeTo(directory, files.size() + ".json")
              .toString());
    }
    return stats("compare", files.get(0), files.get(1), "--fail-on-regression=5%")
        .redirectOutput(new File("/dev/full"))
        .start()
        .waitFor();
  }

  /** A fault of the program is no regression either. */
  @Test
  void unexpectedExceptionIsNoRegression() {
    StringWriter errors = new StringWriter();
    PrintWriter broken =
        new PrintWriter(new StringWriter()) {
          @Override
          public void write(String text) {
            throw new IllegalStateException("a fault");
          }
        };

    int status = Main.run(broken, new PrintWriter(errors), "check", results().toString());

    assertThat(status).isEqualTo(2);
    assertThat(errors.toString()).contains("a fault");
  }

  @Test
  @Tag("L9")
  @EnabledOnOs(OS.LINUX)
  void closedPipeExitsNonZeroWithoutDiskFullMessage() throws Exception {
    Process process = stats("check", results().toString()).start();
    process.getInputStream().close(); // as head does
    assertThat(process.waitFor()).isEqualTo(2);
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
