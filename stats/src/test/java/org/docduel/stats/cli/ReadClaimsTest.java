package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Claims and verdicts about two clocks: the fixture's rel_ind takes 0.2 (S1) and 1.5 (S3) of
 * jsonb_ind's time by the client's clock, and 0.125 and 0.9375 by the server's, its execution.
 */
class ReadClaimsTest {
  private static final String READS = "src/test/resources/runs/reads.json";

  private static String[] line(String command, String format, String start) {
    String args = command.replace("READS", READS) + " --resamples 1000 --format " + format;
    CommandRun run = CommandRun.of(args.split(" "));
    assertThat(run.status()).as(run.err()).isZero();
    return Arrays.stream(run.out().split("\n"))
        .filter(text -> text.startsWith(start))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no line starts with " + start + ": " + run.out()))
        .split(",");
  }

  @Test
  void superiorityByScenarioUsesRequestedMetric() {
    String command = "superiority READS --baseline variant=jsonb_ind --candidate variant=rel_ind";
    assertDelta(line(command + " --by scenario", "csv", "S1,")[3], 0.8);
    assertDelta(line(command + " --by scenario --metric execution", "csv", "S1,")[3], 0.875);
    assertDelta(line(command + " --by scenario", "csv", "S3,")[3], -0.5);
    assertDelta(line(command + " --by scenario --metric execution", "csv", "S3,")[3], 0.0625);
  }

  @Test
  void measuresPublishedReadsByServerClock() {
    String claims = String.join(",", line("claims READS", "csv", "R1,"));
    assertThat(claims).contains("0.875");
    assertThat(String.join(",", line("claims READS", "csv", "R2,"))).contains("no result has");
    assertThat(String.join(",", line("claims READS", "csv", "RTo,"))).contains("over 2 groups");
  }

  private static void assertDelta(String cell, double expected) {
    assertThat(Double.parseDouble(cell)).isCloseTo(expected, within(1e-9));
  }
}
