package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without {@code --metric}, commands look at the metric by which the run judged its benchmark. */
class JudgedMetricTest {
  @TempDir private Path directory = Path.of("");
  private String file = "";

  /** By JMH's score the second store takes longer, by the total it is the faster one. */
  @BeforeEach
  void write() throws IOException {
    StringBuilder results = new StringBuilder();
    for (String store : List.of("a", "b")) {
      results
          .append(results.isEmpty() ? "[" : ",")
          .append(
              """
              {"benchmark": "a.B.c", "mode": "ss", "threads": 1, "forks": 5,
               "params": {"store": "%s"},
               "primaryMetric": {"score": 1, "scoreUnit": "ms/op",
                 "rawData": [[%2$d], [%2$d.1], [%2$d.2], [%2$d.1], [%2$d]]},
               "secondaryMetrics": {"total": {"score": 1, "scoreUnit": "ms/op",
                 "rawData": [[%3$d], [%3$d.1], [%3$d.2], [%3$d.1], [%3$d]]}}}
              """
                  .formatted(store, store.equals("a") ? 20 : 70, store.equals("a") ? 400 : 90));
    }
    file = Files.writeString(directory.resolve("load.json"), results + "]").toString();
    Files.writeString(
        directory.resolve("load.sidecar.json"), "{\"metrics\": {\"a.B.c\": \"total\"}}");
  }

  private String output(String command, String... options) {
    List<String> arguments = new ArrayList<>(List.of(command, file));
    arguments.addAll(List.of(options));
    CommandRun run = CommandRun.of(arguments.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    return run.out();
  }

  @Test
  void sidecarChoosesComparedMetric() throws IOException {
    assertThat(output("superiority"))
        .isEqualTo(output("superiority", "--metric", "total"))
        .contains("compared: total, less is better", "b is faster than a");
    assertThat(output("superiority", "--baseline", "store=a", "--candidate", "store=b"))
        .contains("compared: total", "faster by 20 % or more");
    assertThat(output("summary")).contains("compared: total", "400.1 ms").doesNotContain("20.1 ms");
    assertThat(output("check")).isEqualTo(output("check", "--metric", "total"));
    assertThat(output("plan")).isEqualTo(output("plan", "--metric", "total"));

    Path report = directory.resolve("report");
    output("report", "-o", report.toString());
    assertThat(Files.readString(report.resolve("report.html")))
        .contains("B.c, total by store", "times as fast as a");
  }

  @Test
  void jmhScoreCanBeSelected() {
    assertThat(output("superiority", "--metric", "primaryMetric"))
        .contains("a is faster than b")
        .doesNotContain("compared:");
  }

  /** An earlier run may have a sidecar that names no metric: one side's says it for both. */
  @Test
  void gateComparesBothSidesByMetricOfEither() throws IOException {
    Path before = Files.copy(Path.of(file), directory.resolve("before.json"));

    CommandRun gate = CommandRun.of("compare", before.toString(), file);

    assertThat(gate.status()).as(gate.err()).isZero();
    assertThat(gate.out()).contains("400.1 ms").doesNotContain("20.1 ms");
  }
}
