package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Verdicts by two clocks: the fixture's rel_ind takes 0.2 (S1) and 1.5 (S3) of jsonb_ind's time by
 * the client's clock, and 0.125 and 0.9375 by the server's, its execution.
 */
class TwoClocksTest {
  private static final String READS = "src/test/resources/runs/reads.json";

  private static String reduction(String start, String more) {
    String command =
        "superiority %s --baseline variant=jsonb_ind --candidate variant=rel_ind --by scenario --resamples 1000 --format csv%s"
            .formatted(READS, more);
    CommandRun run = CommandRun.of(command.split(" "));
    assertThat(run.status()).as(run.err()).isZero();
    return Arrays.stream(run.out().split("\n"))
        .filter(text -> text.startsWith(start))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no line starts with " + start + ": " + run.out()))
        .split(",", -1)[3];
  }

  @Test
  void superiorityByScenarioUsesRequestedMetric() {
    assertDelta(reduction("S1,", ""), 0.8);
    assertDelta(reduction("S1,", " --metric execution"), 0.875);
    assertDelta(reduction("S3,", ""), -0.5);
    assertDelta(reduction("S3,", " --metric execution"), 0.0625);
  }

  private static void assertDelta(String cell, double expected) {
    assertThat(Double.parseDouble(cell)).isCloseTo(expected, within(1e-9));
  }
}
