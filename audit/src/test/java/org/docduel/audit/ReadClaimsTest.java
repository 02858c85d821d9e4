package org.docduel.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Test;

/** Published reads go by the server's clock, by which rel_ind takes 0.125 of jsonb_ind's time. */
class ReadClaimsTest {
  private static final String READS =
      ModuleFiles.resolve(ReadClaimsTest.class, "../stats/src/test/resources/runs/reads.json")
          .toString();

  private static String row(String id) {
    CommandRun run = CommandRun.of("claims", READS, "--resamples", "1000", "--format", "csv");
    assertThat(run.status()).as(run.err()).isZero();
    return Arrays.stream(run.out().split("\n"))
        .filter(text -> text.startsWith(id + ","))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no row " + id + ": " + run.out()));
  }

  @Test
  void measuresPublishedReadsByServerClock() {
    assertThat(row("R1")).contains("0.875");
    assertThat(row("R2")).contains("no result has");
    assertThat(row("RTo")).contains("over 2 groups");
  }
}
