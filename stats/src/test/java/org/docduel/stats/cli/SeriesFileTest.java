package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.SeriesFile;
import org.docduel.stats.jmh.SeriesFile.Iteration;
import org.docduel.stats.jmh.SeriesFile.Measured;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeriesFileTest {
  @TempDir private Path directory = Path.of("");

  private static String line(int turn, int number, String store, double score) {
    return new Iteration(
            turn,
            turn,
            number,
            20,
            1_000L * number,
            "a.B.c",
            "thrpt",
            Map.of("store", store),
            Map.of("threads", "4", "measurementTime", "10 s"),
            new Measured(score, "ops/s"),
            Map.of("response.p99", new Measured(2.5 + number, "ms")))
        .line();
  }

  /** The first fork ended, the second was killed while its last line was written. */
  private Path interrupted() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int number = 1; number <= 20; number++) {
      text.append(line(1, number, "x", 100 + number % 3));
    }
    text.append(SeriesFile.endLine(1));
    for (int number = 1; number <= 7; number++) {
      text.append(line(2, number, "x", 100 + number % 3));
    }
    String cut = line(2, 8, "x", 1);
    text.append(cut, 0, cut.length() / 2);
    return Files.writeString(directory.resolve("out.series.ndjson"), text);
  }

  @Test
  void readsIterationsAsForksOfResults() throws IOException {
    List<JmhResult> results = JmhFile.read(interrupted());

    assertThat(results).hasSize(1);
    JmhResult result = results.get(0);
    assertThat(result.fields()).containsEntry("store", "x").containsEntry("threads", "4");
    assertThat(result.iterationSeconds()).isEqualTo(10);
    assertThat(result.primary().forks()).extracting(fork -> fork.size()).containsExactly(20, 7);
    assertThat(result.primary().forks().get(1).value(6)).isEqualTo(101);
    assertThat(result.metric("response.p99").orElseThrow().forks().get(0).value(19))
        .isEqualTo(22.5);
    assertThat(result.unfinished()).startsWith("fork 2 did not end: 7 of 20 iterations");
  }

  @Test
  void checkAndReportTakeInterruptedRun() throws IOException {
    String file = interrupted().toString();
    Path report = directory.resolve("report");

    assertThat(CommandRun.of("check", file).out())
        .contains("fork 2 did not end: 7 of 20 iterations");
    CommandRun page = CommandRun.of("report", file, "-o", report.toString());
    assertThat(page.status()).as(page.err()).isZero();
    assertThat(Files.readString(report.resolve("report.html"))).contains("7 of 20 iterations");
  }

  @Test
  void namesSeriesWhereNoForkEnded() throws IOException {
    Path series = interrupted();

    assertThat(CommandRun.of("check", directory.resolve("out.json").toString()).err())
        .contains("no such file", "its iterations are in " + series);
  }

  @Test
  void rejectsOtherContent() throws IOException {
    Path other = Files.writeString(directory.resolve("b.series.ndjson"), "{\"a\":1}\n");
    Path none = Files.writeString(directory.resolve("c.series.ndjson"), "");

    assertThatThrownBy(() -> JmhFile.read(other)).hasMessageContaining("line 1: no iteration");
    assertThatThrownBy(() -> JmhFile.read(none)).hasMessageContaining("holds no iteration");
  }
}
