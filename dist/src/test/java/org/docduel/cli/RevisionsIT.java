package org.docduel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.docduel.cli.Archive.Ended;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code docduel revisions}. */
@EnabledOnOs(OS.LINUX)
class RevisionsIT {
  @TempDir private static Path unpacked;
  private static Archive archive;

  @TempDir private Path directory;

  @BeforeAll
  static void unpack() throws Exception {
    archive = Archive.unpack(unpacked);
  }

  private Ended revisions(String line) throws IOException, InterruptedException {
    return archive.docduel(directory, arguments("revisions --rounds 2 --format json " + line));
  }

  private static String[] arguments(String line) {
    List<String> arguments = new ArrayList<>();
    for (String token : line.split(" ", -1)) {
      arguments.add(token.equals("JAR") ? archive.jar().toString() : token);
    }
    return arguments.toArray(String[]::new);
  }

  @Test
  void measuresJarsInTurnAndReportsTooFewRounds() throws Exception {
    Ended ended =
        revisions(
            "JAR JAR -- InsertBenchmark -p store=noop -p payload=10B -p documents=50 -wi 0 -i 2");

    assertThat(ended.status()).as(ended.text()).isEqualTo(3);
    assertThat(ended.text())
        .contains("round 2 of 2", "\"outcome\" : \"undecided\"", "\"exit_status\" : 3")
        .contains("\"n_before\" : 4", "\"n_after\" : 4");
    for (String side : List.of("base", "head")) {
      assertThat(directory.resolve("results/revisions/" + side + ".sidecar.json"))
          .content()
          .containsPattern("\"rounds\" : \\[\\s*\\[\\s*1,\\s*2\\s*\\]\\s*\\]");
    }
  }

  /** The checkouts are those of both commits, and leave nothing behind. */
  @Test
  void measuresTheFilesOfEachRevisionOfAForeignRepository() throws Exception {
    git("init -q");
    Files.writeString(directory.resolve("orders.ndjson"), "{\"order\": 1, \"total\": 36.5}\n");
    git("add -A");
    git("-c user.name=n -c user.email=n@localhost commit -q -m first");

    Ended ended =
        revisions(
            "HEAD HEAD -- insert -p dataset={}/orders.ndjson -p store=noop -p documents=50 -wi 0 -i 2");

    assertThat(ended.status()).as(ended.text()).isEqualTo(3);
    assertThat(ended.text()).contains("\"outcome\" : \"undecided\"");
    assertThat(git("worktree list").text().lines()).hasSize(1);
  }

  private Ended git(String line) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(line.split(" ", -1)));
    Ended ended = Archive.run(directory, Map.of(), command);
    assertThat(ended.status()).as(ended.text()).isZero();
    return ended;
  }

  /** Status 1 would say that one is slower. */
  @Test
  void failureOfTheToolIsNotSlower() throws Exception {
    Path programs = Files.createDirectory(directory.resolve("programs"));
    for (String program : List.of("dirname", "readlink")) {
      Files.createSymbolicLink(programs.resolve(program), Path.of("/usr/bin", program));
    }
    List<String> line = new ArrayList<>(List.of(archive.program().toString()));
    line.addAll(List.of(arguments("revisions HEAD HEAD -- InsertBenchmark")));
    Ended withoutGit = Archive.run(directory, Map.of("PATH", programs.toString()), line);
    Files.createFile(directory.resolve("file"));
    Ended belowFile = revisions("--out file/out JAR JAR -- InsertBenchmark");

    assertThat(withoutGit.status()).as(withoutGit.text()).isEqualTo(2);
    assertThat(withoutGit.text()).contains("\"git\"");
    assertThat(belowFile.status()).as(belowFile.text()).isEqualTo(2);
  }

  /** Nor does a run that is told to end, which leaves no fork behind. */
  @Test
  void interruptionIsNotSlower() throws Exception {
    List<String> line = new ArrayList<>(List.of(archive.program().toString()));
    line.addAll(
        List.of(
            arguments("revisions JAR JAR -- InsertBenchmark -p store=noop -p documents=50 -i 60")));
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    try {
      Path text = directory.resolve("results/revisions/base-1.txt");
      while (!Files.exists(text) || process.descendants().findAny().isEmpty()) {
        assertThat(process.waitFor(100, TimeUnit.MILLISECONDS)).as("it ended").isFalse();
      }
      List<ProcessHandle> forks = process.descendants().toList();
      process.destroy(); // SIGTERM

      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isNotIn(0, 1, 3);
      assertThat(forks).isNotEmpty().allSatisfy(fork -> fork.onExit().get(30, TimeUnit.SECONDS));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** The same of input. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "JAR JAR",
        "JAR",
        "JAR JAR -- InsertBenchmark -f 3",
        "JAR JAR -- InsertBenchmark -f3",
        "JAR JAR -- InsertBenchmark -rff=x.json",
        "JAR JAR -- InsertBenchmark -rfjson",
        "JAR JAR -- InsertBenchmark -ox.log",
        "JAR JAR -- InsertBenchmark --clients=2",
        "nothing nothing -- InsertBenchmark",
        "JAR JAR -- InsertBenchmark --resume out.json",
        "--resume out.json JAR JAR -- InsertBenchmark",
        "JAR JAR -- InsertBenchmark -p dataset={}/orders.ndjson",
        "JAR JAR -- InsertBenchmark -p store=nobody",
        "--rounds 0 JAR JAR -- InsertBenchmark",
        "--rounds many JAR JAR -- InsertBenchmark",
      })
  void rejectsUnmeasurableInput(String line) throws Exception {
    Ended ended = revisions(line);

    assertThat(ended.status()).as(ended.text()).isEqualTo(2);
    assertThat(ended.text()).contains("docduel: ");
    if (line.contains("--resume")) {
      assertThat(ended.text()).contains("--resume: revisions are not continued", "run them anew");
    }
    if (!line.contains("nobody")) { // else a text of the run says why it failed
      assertThat(directory).isEmptyDirectory();
    }
  }
}
