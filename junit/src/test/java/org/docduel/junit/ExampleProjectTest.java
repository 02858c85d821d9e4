package org.docduel.junit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project of {@code examples/junit} in a copy, as it is and changed as its owner might. */
@Tag("alone")
class ExampleProjectTest {
  private static final String TEST = "src/test/java/com/example/CustomerQueriesTest.java";
  private static final String TYPED = "queries/postgres-typed.sql";
  private static final int MAX_ATTEMPTS = 3;
  private static final long LIMIT_MINUTES = 5;

  @TempDir private Path project;

  @BeforeEach
  void copy() throws IOException {
    Path example = ModuleFiles.resolve(ExampleProjectTest.class, "../examples/junit");
    for (String folder : List.of("queries", "src")) {
      try (Stream<Path> files = Files.walk(example.resolve(folder))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Path target = project.resolve(example.relativize(file).toString());
          Files.createDirectories(target.getParent());
          Files.copy(file, target);
        }
      }
    }
    Files.createDirectory(project.resolve("target"));
  }

  @Test
  void passesAsItIs() throws Exception {
    assertThat(decidedOutcome()).isEqualTo("SUCCESSFUL: ");
    assertThat(results())
        .isNotEmpty()
        .allSatisfy(result ->
            // this virtual machine has one compiler, and options that would be measured
            assertThat(result.circumstances().get("JVM arguments"))
                .contains("-Xmx448m")
                .doesNotContain("Tiered", "-Xmx1g"));
  }

  @Test
  void failsForQueryThatDoesMoreWork() throws Exception {
    edit(
        TYPED,
        "max(salary) AS highest FROM customer GROUP BY 1",
        "max(salary) AS highest FROM customer, generate_series(1, 40) GROUP BY 1");
    assertThat(decidedOutcome())
        .startsWith(
            "FAILED: AssertionFailedError: query 1.2: postgres-typed is slower than postgres-jsonb: time ")
        .containsPattern("time \\S+x slower, \\S+ % interval \\S+x slower .. \\S+x slower, 3 forks")
        .contains("; the limit is 5 %");
  }

  @Test
  void abortsWithSingleFork() throws Exception {
    edit(TEST, ".forks(3)", ".forks(1)");
    assertThat(outcome())
        .startsWith(
            "ABORTED: TestAbortedException: query 1.2: postgres-typed may or may not be slower than postgres-jsonb: time ")
        .contains(
            ", no interval, which takes 3 forks a side; the limit is 5 %", "more forks may tell");
  }

  private void edit(String file, String text, String replacement) throws IOException {
    String content = Files.readString(project.resolve(file));
    assertThat(content).contains(text);
    Files.writeString(project.resolve(file), content.replace(text, replacement));
  }

  /** How the test ended once it could tell: on a busy machine it may need another attempt. */
  private String decidedOutcome() throws IOException, InterruptedException {
    String outcome = outcome();
    for (int i = 1; i < MAX_ATTEMPTS && outcome.startsWith("ABORTED"); i++) {
      outcome = outcome();
    }
    return outcome;
  }

  /** How the test ended, in a virtual machine of its own that starts in the project. */
  private String outcome() throws IOException, InterruptedException {
    Path classes = Files.createDirectories(project.resolve("target/test-classes"));
    String classPath = System.getProperty("java.class.path");
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(
                    null,
                    null,
                    null,
                    "-d",
                    classes.toString(),
                    "-cp",
                    classPath,
                    project.resolve(TEST).toString()))
        .isZero();
    Path log = project.resolve("target/test.log");
    Process test =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes + File.pathSeparator + classPath,
                TestMain.class.getName(),
                "com.example.CustomerQueriesTest")
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!test.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
      test.destroy();
    }
    String output = Files.readString(log, UTF_8);
    return output
        .lines()
        .dropWhile(line -> !line.matches("(SUCCESSFUL|FAILED|ABORTED): .*"))
        .reduce((first, next) -> first + "\n" + next)
        .orElseThrow(() -> new AssertionError("no test ended:\n" + output));
  }

  private List<JmhResult> results() throws IOException {
    try (Stream<Path> files = Files.walk(project.resolve("target/docduel"))) {
      return files
          .filter(file -> file.endsWith("jmh.json"))
          .flatMap(file -> JmhFile.read(file).stream())
          .toList();
    }
  }
}
