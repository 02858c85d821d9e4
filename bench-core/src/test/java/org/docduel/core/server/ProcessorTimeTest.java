package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux tells it in /proc")
class ProcessorTimeTest {
  /** Children that work one after the other; then the shell says so and waits to be killed. */
  private static final String CHILDREN =
      "for child in $(seq 40); do (i=0; while [ $i -lt 25000 ]; do i=$((i+1)); done); done;"
          + " echo ended; read killed";

  /** Two ticks and a little: what the kernel's rounding may take from one reading to the next. */
  private static final double ROUNDING = 0.021;

  private Process shell;

  @BeforeEach
  void start() throws IOException {
    shell = new ProcessBuilder("sh", "-c", CHILDREN).start();
  }

  @AfterEach
  void kill() throws InterruptedException {
    shell.destroyForcibly().waitFor();
  }

  @Test
  @Timeout(60)
  void includesTimeOfEndedChildren() throws Exception {
    double before = 0;
    while (shell.getInputStream().available() == 0) {
      double now = ProcessorTime.seconds(shell.pid());
      assertThat(now).isGreaterThan(before - ROUNDING);
      before = now;
    }
    assertThat(ProcessorTime.seconds(shell.pid())).isGreaterThanOrEqualTo(before).isPositive();
  }

  @Test
  void endedProcessHasNoTime() throws Exception {
    shell.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    assertThat(ProcessorTime.seconds(shell.pid())).isZero();
  }
}
