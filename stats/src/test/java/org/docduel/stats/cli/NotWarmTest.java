package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.ResultJson;
import org.docduel.stats.diagnose.CommonTrend;
import org.docduel.stats.stat.Streams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run whose forks were still warming up when they were measured, and runs that were not. */
class NotWarmTest {
  private static final String RUN = "src/test/resources/runs/not-warm.json";

  @TempDir Path directory;

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ");
  }

  @Test
  void checkDetectsRampOfEachStore() {
    String found = oneLine(CommandRun.of("check", RUN, "--where", "kind=read").out());

    assertThat(found)
        .contains(
            "not warm: still getting faster by 54 % [36, 67] over 5 iterations in 5 forks (p"
                + " 0.00039); not level at the end either: --warmup steady finds out how long"
                + " [ycsb-b, postgres-jsonb]");
    assertThat(found).containsPattern("-wi 3 would have been enough \\[ycsb-a, postgres-jsonb\\]");
  }

  @Test
  void comparisonsReportRankingChange() {
    String found =
        oneLine(
            CommandRun.of("superiority", RUN, "--compare", "store", "--where", "kind=all").out());

    assertThat(found)
        .contains("ranking turns: the candidate is better in the first iterations and the baseline")
        .contains("sqlite-jsonb against postgres-jsonb, ycsb-a");
  }

  @Test
  void reportWarnsAboutMissingWarmUp() throws IOException {
    Path report = directory.resolve("report");

    CommandRun run = CommandRun.of("report", RUN, "--where", "kind=all", "-o", report.toString());

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(Files.readString(report.resolve("report.html")))
        .contains("Not warm: 7 of 10 results are still getting faster")
        .contains("Ranking turns: the candidate is better in the first iterations");
  }

  @Test
  void flatResultsRarelyWarn() {
    int results = 200;
    ResultJson json = new ResultJson();
    for (int i = 0; i < results; i++) {
      UniformRandomProvider random = new Streams(i, 23).block(0);
      var noise = NormalDistribution.of(0, 1).createSampler(random);
      double[][] forks = new double[5][5];
      for (double[] fork : forks) {
        double level = Math.exp(0.1 * noise.sample());
        for (int k = 0; k < fork.length; k++) {
          fork[k] = level * Math.exp(0.05 * noise.sample());
        }
      }
      json.add("store=s" + i, "ms/op", forks);
    }
    Path file = json.writeTo(directory, "flat.json");

    String csv = CommandRun.of("check", file.toString(), "--format", "csv").out();

    int maxTrends =
        BinomialDistribution.of(results, CommonTrend.LEVEL).inverseCumulativeProbability(0.999);
    assertThat(csv.lines().filter(line -> line.contains("trend")).count())
        .isLessThanOrEqualTo(maxTrends);
  }
}
