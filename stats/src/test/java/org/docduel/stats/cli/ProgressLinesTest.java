package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressLinesTest {
  private final AtomicLong nanos = new AtomicLong();
  private final StringWriter err = new StringWriter();

  private ProgressLines lines(boolean terminal) {
    return new ProgressLines(new PrintWriter(err), terminal, nanos::get);
  }

  private void after(double seconds) {
    nanos.set((long) (seconds * 1e9));
  }

  @Test
  void shortWorkIsSilentAndLongWorkTellsNowAndThen() {
    ProgressLines lines = lines(false);

    after(1.9);
    lines.done("comparisons", 1, 4000);
    assertThat(err.toString()).isEmpty();
    after(2.1);
    lines.done("comparisons", 1200, 4000);
    after(3);
    lines.done("comparisons", 1300, 4000);
    after(8);
    lines.done("comparisons", 3000, 4000);
    lines.done("comparisons", 4000, 4000);

    assertThat(err.toString().lines())
        .containsExactly("stats: 1,200 of 4,000 comparisons", "stats: 3,000 of 4,000 comparisons");
  }

  @Test
  void aTerminalsLineIsClearedAtTheEnd() {
    ProgressLines lines = lines(true);

    after(3);
    lines.done("looks", 1, 3);
    lines.done("looks", 3, 3);

    assertThat(err.toString()).startsWith("\rstats: 1 of 3 looks").endsWith("\r\u001b[K");
  }
}
