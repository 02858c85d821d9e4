package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader whose language has digits of its own gets, from a JVM of its own. */
class LanguageTest {
  @Test
  void outputIsIndependentOfLanguage(@TempDir Path directory) throws Exception {
    Path reference = report(directory.resolve("usual"), List.of());
    Path arabic =
        report(directory.resolve("arabic"), List.of("-Duser.language=ar", "-Duser.country=EG"));
    assertThat(arabic.resolve("report.html"))
        .hasSameBinaryContentAs(reference.resolve("report.html"));
    assertThat(arabic.resolve("tables/pairs.csv"))
        .hasSameBinaryContentAs(reference.resolve("tables/pairs.csv"));
  }

  private static Path report(Path to, List<String> options)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(options);
    line.addAll(
        List.of("-cp", System.getProperty("java.class.path"), Main.class.getName(), "report"));
    line.addAll(
        List.of(
            ModuleFiles.resolve(LanguageTest.class, "examples/turutin-n100k-runs.json").toString(),
            "-o",
            to.toString()));
    Process process =
        new ProcessBuilder(line)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).isZero();
    return to;
  }
}
