package org.docduel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class RevisionsTest {
  @Test
  @Timeout(30)
  void killsProgramThatIgnoresSigterm() throws Exception {
    Process process =
        new ProcessBuilder("sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.1; done")
            .start();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("ready");

      Revisions.end(process, Duration.ofSeconds(1), new PrintStream(err, true, UTF_8));

      assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(err.toString(UTF_8))
          .isEqualTo("docduel: process %d has not ended in 1 s: killed%n".formatted(process.pid()));
    } finally {
      process.destroyForcibly();
    }
  }
}
