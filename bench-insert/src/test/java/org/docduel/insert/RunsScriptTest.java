package org.docduel.insert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the scripts that reproduce publications take for measured. */
@EnabledOnOs(OS.LINUX)
class RunsScriptTest {
  /** A run that fails leaves results too; in a condition bash goes on after it. */
  @ParameterizedTest
  @CsvSource({"0, 'ended 0', true", "1, 'ended 1', false"})
  void aRunThatFailedIsMeasuredAgain(
      int status, String said, boolean measured, @TempDir Path directory) throws Exception {
    String script =
        """
        set -euo pipefail
        out=%s jar=any
        java() { touch "$out/one.half.json"; return %d; }
        . ../scripts/runs
        run one && echo ended 0 || echo ended $?
        """
            .formatted(directory, status);
    Process bash = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true).start();
    String printed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(printed.strip()).isEqualTo(said);
    assertThat(Files.exists(directory.resolve("one.json"))).isEqualTo(measured);
  }
}
