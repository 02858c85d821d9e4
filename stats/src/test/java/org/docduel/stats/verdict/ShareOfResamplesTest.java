package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Critical;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.stat.Estimates;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.NormalScore;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Resampling.Replicates;
import org.docduel.stats.stat.Resampling.Resampler;
import org.docduel.stats.stat.Rounds;
import org.docduel.stats.stat.Row;
import org.docduel.stats.stat.Sample;
import org.docduel.stats.stat.SampledRatio;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Streams;
import org.junit.jupiter.api.Test;

/** Intervals and p-values as shares of resamples, recomputed from the definitions. */
class ShareOfResamplesTest {
  private static final double[] BASELINE = {1.0, 1.3, 0.9, 1.1, 1.0, 2.4, 0.8, 1.2};
  private static final double[] CANDIDATE = {0.7, 0.9, 0.8, 0.6, 1.4, 0.9, 0.7};

  private static double quantile(double[] sorted, double share) {
    double place = share * (sorted.length - 1);
    int low = (int) place;
    return sorted[low] + (place - low) * (sorted[low + 1] - sorted[low]);
  }

  private static SampledRatio ratio(double[] baseline, double[] candidate) {
    return new SampledRatio(
        Sample.mean(baseline, new int[] {baseline.length}),
        Sample.mean(candidate, new int[] {candidate.length}));
  }

  @Test
  void stratifiedPercentileFollowsItsDefinition() {
    double[] slower = Arrays.stream(BASELINE).map(v -> 1.05 * v).toArray();
    List<Comparison> groups =
        List.of(
            new Comparison(
                "a", Observations.ofSeconds(BASELINE), Observations.ofSeconds(CANDIDATE)),
            new Comparison("b", Observations.ofSeconds(slower), Observations.ofSeconds(CANDIDATE)));
    Resampler blended = Resampler.of(List.of(ratio(BASELINE, CANDIDATE), ratio(slower, CANDIDATE)));
    Replicates replicates =
        new Resampling(2000, 42, 1)
            .of(blended, new Streams(42, Streams.key("overall", "stratified")));
    double[] ratios = replicates.estimates().clone();
    double[] deltas = Arrays.stream(ratios).map(ratio -> 1 - ratio).sorted().toArray();

    Row row =
        Row.of(
            "Overall (stratified)",
            groups,
            Statistic.MEAN,
            new Streams(42, Streams.key("overall", "stratified")),
            Rounds.NONE,
            List.of());
    Estimate estimate =
        new Estimates(row, Statistic.MEAN, new Resampling(2000, 42, 1))
            .by(Method.PERCENTILE, new Critical(NormalScore.ofP(0.025), true), Hypothesis.DEFAULT);

    long below = Arrays.stream(deltas).filter(delta -> delta < 0.2).count();
    long reversed = Arrays.stream(ratios).filter(ratio -> 1 - 1 / ratio < 0.2).count();
    assertThat(below).isPositive();
    assertThat(estimate.p()).isEqualTo((below + 1) / 2001.0);
    assertThat(estimate.reversedP()).isEqualTo((reversed + 1) / 2001.0);
    assertThat(estimate.interval().lower()).isCloseTo(quantile(deltas, 0.025), within(1e-4));
    assertThat(estimate.interval().upper()).isCloseTo(quantile(deltas, 0.975), within(1e-4));
    assertThat(estimate.baselineUnits()).isEqualTo(16);
    assertThat(estimate.candidateUnits()).isEqualTo(14);
  }

  @Test
  void labelsNameTheirConstants() {
    for (Statistic statistic : Statistic.values()) {
      assertThat(statistic.label()).isEqualTo(statistic.name().toLowerCase(Locale.ROOT));
    }
    assertThat(Arrays.stream(Decision.values()).map(Decision::label).distinct()).hasSize(7);
  }
}
