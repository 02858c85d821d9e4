package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ladder 10x1B to 200x20B, each rung of which goes with one payload. */
class LadderTest {
  @TempDir private Path directory;

  @Test
  void reportShowsLadder() throws IOException {
    List<String> results =
        List.of(
            rung("10x1B", "10B", "alpha", 5),
            rung("200x20B", "4KB", "alpha", 40),
            rung("10x1B", "10B", "beta", 4),
            rung("200x20B", "4KB", "beta", 10));
    Path file = Files.writeString(directory.resolve("out.json"), results.toString());
    Path report = directory.resolve("report");

    CommandRun run = CommandRun.of("report", file.toString(), "-o", report.toString());

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(Files.readString(report.resolve("figures/scaling-attributes.svg")))
        .contains("10x1B", "200x20B", "attributes");
  }

  private static String rung(String attributes, String payload, String store, int millis) {
    return """
    {"benchmark":"org.x.B.run","mode":"ss","threads":1,"forks":1,
     "params":{"attributes":"%s","payload":"%s","store":"%s"},
     "primaryMetric":{"score":1,"scoreUnit":"ms/op","rawData":[[%d]]}}
    """
        .formatted(attributes, payload, store, millis);
  }
}
