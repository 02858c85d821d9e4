package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a rate is offered, the forks' 99th percentiles of response times are compared. */
class OfferedRateTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void comparesResponseTimesOfMergedHistograms() throws IOException {
    String file = results("200");

    CommandRun plain = CommandRun.of("superiority", file);
    CommandRun explicit = CommandRun.of("superiority", file, "--metric", "response.p99");
    assertThat(plain.status()).as(plain.err()).isZero();
    assertThat(plain.out())
        .isEqualTo(explicit.out())
        .contains("compared: response.p99", "b is faster than a by 20 % or more")
        .contains("40.02 ms", "10.02 ms")
        .doesNotContain("ops/s");

    Path report = directory.resolve("report");
    CommandRun page = CommandRun.of("report", file, "-o", report.toString());
    assertThat(page.status()).as(page.err()).isZero();
    assertThat(Files.readString(report.resolve("report.html")))
        .contains("B.c, response.p99 by store", "40.02 ms")
        .containsPattern("<th scope=\"row\"[^>]*>b</th><td[^>]*>1</td><td[^>]*>10.02 ms</td>")
        .doesNotContain("compare response times");
  }

  @Test
  void comparesClosedLoopByScore() throws IOException {
    CommandRun run = CommandRun.of("superiority", results("0"));

    assertThat(run.out()).contains("b and a are the same within 20 %").doesNotContain("10.02 ms");
  }

  /**
   * Neither by one metric, nor in one family: one is a time under load, one is what is possible.
   */
  @Test
  void separatesClosedLoopFromOfferedRate() throws IOException {
    String offered = results("200");
    String closed = results("0");
    CommandRun pairs = CommandRun.of("superiority", offered, closed);
    CommandRun sides =
        CommandRun.of(
            "superiority", offered, closed, "--baseline", "store=a", "--candidate", "store=b");

    assertThat(pairs.status()).as(pairs.err()).isZero();
    assertThat(pairs.out().replaceAll("\\s+", " "))
        .contains("B.c, open loop: b is faster than a by 20 % or more.")
        .contains("B.c, closed loop: b and a are the same within 20 %")
        .contains("40.02 ms", "200.0 ops/s")
        .containsPattern("a b 1 75.0 %")
        .doesNotContain("a b 2 ");
    assertThat(sides.status()).isEqualTo(2);
    assertThat(sides.err()).contains("choose with --where rate=...");
    assertThat(CommandRun.of("superiority", offered, closed, "--format", "json").out())
        .contains("\"metric\" : \"response.p99, primaryMetric\"");
  }

  @Test
  void reportAndConsoleTestSameMetric() throws IOException {
    String offered = results("200");
    String closed = results("0");
    Files.writeString(
        directory.resolve("rate200.sidecar.json"), "{\"metrics\": {\"a.B.c\": \"throughput\"}}");
    Path report = directory.resolve("report");

    CommandRun console = CommandRun.of("superiority", offered, closed);
    assertThat(console.out()).contains("compared: throughput", "compared: response.p99");
    assertThat(CommandRun.of("report", offered, closed, "-o", report.toString()).status()).isZero();
    assertThat(Files.readString(report.resolve("report.html")))
        .contains("B.c, open loop", "B.c, closed loop", "b is 4.0 times as fast as a.")
        .doesNotContain("nothing was tested", "Over both configurations");
  }

  /** A fork is compared by one percentile; whether it was steady, its iterations tell. */
  @Test
  void looksForTrendsAndTimelineInIterations() throws IOException {
    StringBuilder rising = new StringBuilder();
    for (int fork = 0; fork < 3; fork++) {
      rising.append(rising.isEmpty() ? "[" : ",[");
      for (int i = 0; i < 20; i++) {
        rising.append(i == 0 ? "" : ",").append(10 + i + 0.1 * fork);
      }
      rising.append(']');
    }
    String file =
        Files.writeString(
                directory.resolve("rising.json"),
                Files.readString(Path.of(results("200")))
                    .replaceFirst(
                        "(\"response.p99\": \\{\"score\": 1, \"scoreUnit\": \"ms\",\\s+\"rawData\": )\\[\\[4.*?\\]\\]",
                        "$1[" + rising + "]"))
            .toString();

    CommandRun check = CommandRun.of("check", file);
    Path report = directory.resolve("report");
    CommandRun page = CommandRun.of("report", file, "-o", report.toString());

    assertThat(check.out().replaceAll("\\s+", " "))
        .contains("trend: not steady: still getting higher by 124 %")
        .contains("over 20 iterations in 3 forks (p <0.00001) [a]");
    assertThat(page.status()).as(page.err()).isZero();
    assertThat(report.resolve("figures/timeline.svg")).exists();
    assertThat(Files.readString(report.resolve("report.html")))
        .contains("1 of 2 results are still getting higher");
  }

  /** By iteration the first store has the lower mean, over whole forks the second one. */
  private String results(String rate) throws IOException {
    StringBuilder results = new StringBuilder();
    for (String store : List.of("a", "b")) {
      int fork = store.equals("a") ? 40 : 10;
      int iteration = store.equals("a") ? 4 : 8;
      results
          .append(results.isEmpty() ? "[" : ",")
          .append(
              """
              {"benchmark": "a.B.c", "mode": "thrpt", "threads": 1, "forks": 5,
               "params": {"store": "%s", "documents": "1000", "rate": "%s"},
               "primaryMetric": {"score": 200, "scoreUnit": "ops/s",
                 "rawData": [[200, 200], [201, 200], [200, 199], [200, 201], [199, 200]]},
               "secondaryMetrics": {
                 "throughput": {"score": 200, "scoreUnit": "ops/s",
                   "rawData": [[200, 200], [201, 200], [200, 199], [200, 201], [199, 200]]},
                 "response.p99": {"score": 1, "scoreUnit": "ms",
                   "rawData": [[%3$d, %3$d], [%3$d, %3$d], [%3$d, %3$d], [%3$d, %3$d], [%3$d, %3$d]]},
                 "fork.response.p99": {"score": 1, "scoreUnit": "ms",
                   "rawData": [[%4$d], [%4$d.01], [%4$d.02], [%4$d.03], [%4$d.04]]}}}
              """
                  .formatted(store, rate, iteration, fork));
    }
    return Files.writeString(directory.resolve("rate" + rate + ".json"), results + "]").toString();
  }
}
