package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.jmh.Comparison;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.stat.Blended;
import org.docduel.stats.stat.Bootstrap;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.stat.MeanRatio;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.Replicates;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Streams;
import org.junit.jupiter.api.Test;

/** Intervals and p-values as shares of resamples, recomputed from the definitions. */
class ShareOfResamplesTest {
  private static final SuperiorityTest TEST =
      SuperiorityTest.withDefaults().withResamples(2000).withThreads(1);
  private static final double[] BASELINE = {1.0, 1.3, 0.9, 1.1, 1.0, 2.4, 0.8, 1.2};
  private static final double[] CANDIDATE = {0.7, 0.9, 0.8, 0.6, 1.4, 0.9, 0.7};
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private static double quantile(double[] sorted, double share) {
    double place = share * (sorted.length - 1);
    int low = (int) place;
    return sorted[low] + (place - low) * (sorted[low + 1] - sorted[low]);
  }

  @Test
  void biasCorrectionFollowsItsDefinition() {
    MeanRatio resampler = new MeanRatio(BASELINE, CANDIDATE);
    Replicates replicates =
        new Bootstrap(2000, 1).run(resampler, new Streams(42, Streams.key("group", "all")));
    double[] deltas = Arrays.stream(replicates.estimates()).map(r -> 1 - r).sorted().toArray();
    double observed = 1 - resampler.estimate();
    // What differs from the observed one by rounding is equal to it, and counts half.
    long less = Arrays.stream(deltas).filter(delta -> delta < observed - 1e-12).count();
    long equal = Arrays.stream(deltas).filter(delta -> Math.abs(delta - observed) <= 1e-12).count();
    double z0 = NORMAL.inverseCumulativeProbability((less + equal / 2.0) / 2000);
    double numerator = 0;
    double denominator = 0;
    for (double[] sample : resampler.leaveOneOut()) {
      int n = sample.length;
      double mean = Arrays.stream(sample).map(r -> 1 - r).average().orElseThrow();
      for (double ratio : sample) {
        double influence = (n - 1) * (mean - (1 - ratio));
        numerator += Math.pow(influence / n, 3);
        denominator += Math.pow(influence / n, 2);
      }
    }
    double a = numerator / (6 * Math.pow(denominator, 1.5));
    double p = (Arrays.stream(deltas).filter(delta -> delta < 0.2 - 1e-12).count() + 1) / 2001.0;
    double w = NORMAL.inverseCumulativeProbability(p) - z0;

    Estimate bca =
        TEST.withMethod(Method.BCA)
            .test(Observations.ofSeconds(BASELINE), Observations.ofSeconds(CANDIDATE))
            .primary();

    assertThat(a).isNotCloseTo(0, within(0.001));
    assertThat(bca.interval().lower())
        .isCloseTo(quantile(deltas, share(z0, a, 0.05)), within(1e-7));
    assertThat(bca.interval().upper())
        .isCloseTo(quantile(deltas, share(z0, a, 0.95)), within(1e-9));
    assertThat(bca.p()).isCloseTo(NORMAL.cumulativeProbability(w / (1 + a * w) - z0), within(1e-9));
    assertThat(bca.reversedP()).isGreaterThan(0.9);
  }

  private static double share(double z0, double a, double nominal) {
    double z = z0 + NORMAL.inverseCumulativeProbability(nominal);
    return NORMAL.cumulativeProbability(z0 + z / (1 - a * z));
  }

  @Test
  void stratifiedPercentileFollowsItsDefinition() {
    double[] slower = Arrays.stream(BASELINE).map(v -> 1.05 * v).toArray();
    List<Comparison> groups =
        List.of(
            new Comparison(
                "a", Observations.ofSeconds(BASELINE), Observations.ofSeconds(CANDIDATE)),
            new Comparison("b", Observations.ofSeconds(slower), Observations.ofSeconds(CANDIDATE)));
    Blended blended =
        new Blended(List.of(new MeanRatio(BASELINE, CANDIDATE), new MeanRatio(slower, CANDIDATE)));
    double[] logs =
        new Bootstrap(2000, 1)
            .run(blended, new Streams(42, Streams.key("overall", "stratified")))
            .estimates();
    double[] deltas = Arrays.stream(logs).map(log -> 1 - Math.exp(log)).sorted().toArray();

    SuperiorityReport report = TEST.withMethod(Method.PERCENTILE).testAll(groups);
    Estimate estimate = report.overall().get(0).row().primary();

    long below = Arrays.stream(deltas).filter(delta -> delta < 0.2).count();
    long reversed = Arrays.stream(logs).filter(log -> 1 - Math.exp(-log) < 0.2).count();
    assertThat(below).isPositive();
    assertThat(estimate.p()).isEqualTo((below + 1) / 2001.0);
    assertThat(estimate.reversedP()).isEqualTo((reversed + 1) / 2001.0);
    assertThat(estimate.interval().lower()).isCloseTo(quantile(deltas, 0.05), within(1e-4));
    assertThat(estimate.interval().upper()).isCloseTo(quantile(deltas, 0.95), within(1e-4));
    assertThat(estimate.baselineUnits()).isEqualTo(16);
    assertThat(estimate.candidateUnits()).isEqualTo(14);
    assertThat(report.findings()).extracting(Finding::kind).contains(Finding.Kind.TOO_FEW);
    assertThat(report.overall().get(0).row().candidateCount()).isEqualTo(14);
  }

  @Test
  void labelsNameTheirConstants() {
    for (Method method : Method.values()) {
      assertThat(Method.of(method.label())).contains(method);
      assertThat(method.resamples()).isEqualTo(method != Method.WELCH && method != Method.T);
    }
    for (Statistic statistic : Statistic.values()) {
      assertThat(Statistic.of(statistic.label())).contains(statistic);
    }
    for (Overall overall : Overall.values()) {
      assertThat(Overall.of(overall.label())).contains(overall);
    }
    assertThat(Method.of("no")).isEmpty();
    assertThat(Statistic.of("no")).isEmpty();
    assertThat(Overall.of("no")).isEmpty();
    assertThat(Arrays.stream(Verdict.values()).map(Verdict::label).distinct()).hasSize(6);
    assertThat(Arrays.stream(Change.Kind.values()).map(Change.Kind::label).distinct()).hasSize(6);
  }
}
