package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.stat.Critical;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.stat.Estimates;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.NormalScore;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Rounds;
import org.docduel.stats.stat.Row;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Streams;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * The example that ships with the module, and SciPy's numbers for it (see {@code src/test/python}).
 */
class SciPyExampleTest {
  private static final Path EXAMPLE =
      ModuleFiles.resolve(SciPyExampleTest.class, "examples/turutin-n100k-runs.json");
  private static final Pairing.Pairs PAIRS =
      new Pairing(
              ParameterMatch.parse("variant=jsonb_ind"),
              ParameterMatch.parse("variant=rel_ind"),
              List.of())
          .pair(Selection.ALL.from(JmhFile.readAll(List.of(EXAMPLE))), pair -> {});

  /** A group alone, or the observations of all groups. */
  private static Estimate estimate(String group, Method method) {
    List<Comparison> some =
        PAIRS.comparisons().stream()
            .filter(pair -> pair.group().equals(group) || group.startsWith("Overall"))
            .toList();
    Comparison pooled =
        new Comparison(
            group,
            Observations.concat(some.stream().map(Comparison::baseline).toList()).pooled(false),
            Observations.concat(some.stream().map(Comparison::candidate).toList()).pooled(false));
    Row row =
        Row.of(
            group,
            List.of(pooled),
            Statistic.MEAN,
            new Streams(42, Streams.key(group)),
            Rounds.NONE,
            List.of());
    return new Estimates(row, Statistic.MEAN, Resampling.DEFAULT)
        .by(method, new Critical(NormalScore.ofP(0.025), true), Hypothesis.DEFAULT);
  }

  // A bound's Monte Carlo error with 100,000 resamples is below 1 % of the interval's width for a
  // normal distribution;
  // 2.5 % leaves room for skewness and for SciPy's own error.
  @ParameterizedTest
  @CsvFileSource(resources = "/scipy/turutin-n100k.csv", useHeadersInDisplayName = true)
  void agreesWithSciPy(
      String group,
      double delta,
      double percentileLower,
      double percentileUpper,
      double ignoredBcaLower,
      double ignoredBcaUpper,
      double p,
      double welchP) {
    Estimate percentile = estimate(group, Method.PERCENTILE);
    double error = 0.025 * (percentileUpper - percentileLower);

    assertThat(percentile.delta()).isCloseTo(delta, within(1e-12));
    assertThat(percentile.interval().lower()).isCloseTo(percentileLower, within(error));
    assertThat(percentile.interval().upper()).isCloseTo(percentileUpper, within(error));
    // Five standard errors of a share of 100,000 resamples.
    assertThat(percentile.p()).isCloseTo(p, within(1e-4 + 5 * Math.sqrt(p * (1 - p) / 100_000)));
    assertThat(estimate(group, Method.WELCH).p()).isCloseTo(welchP, within(1e-9 + 1e-9 * welchP));
  }

  @Test
  void shippedJsonIsTheConversionOfTheShippedCsv() throws IOException {
    CommandRun run =
        CommandRun.of(
            "convert-csv",
            "examples/turutin-n100k-runs.csv",
            "--benchmark",
            "turutin.IndexedReads.execute",
            "--params",
            "rows,variant,scenario",
            "--value",
            "execution_ms=ms/op",
            "--secondary",
            "shared_hits=blocks/op,shared_reads=blocks/op");

    assertThat(run.out()).isEqualTo(Files.readString(EXAMPLE));
    assertThat(List.of(run.status(), run.err().length())).containsOnly(0);
  }
}
