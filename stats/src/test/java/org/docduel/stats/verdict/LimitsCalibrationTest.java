package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Streams;
import org.docduel.stats.verdict.ChangeTest.Change;
import org.docduel.stats.verdict.ChangeTest.GateOutcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the gate sees, and what pauses do. */
@Tag("simulation")
class LimitsCalibrationTest {
  private static final int ITERATIONS = 5;
  private static final int BENCHMARKS = 20;
  private static final double PAUSE = 20;

  private static Observations forks(
      int forks, double[] levelForkSdIterationSd, double pauses, UniformRandomProvider random) {
    ContinuousDistribution.Sampler noise = NormalDistribution.of(0, 1).createSampler(random);
    double[][] values = new double[forks][ITERATIONS];
    for (double[] fork : values) {
      double mean =
          levelForkSdIterationSd[0] * Math.exp(levelForkSdIterationSd[1] * noise.sample());
      for (int i = 0; i < fork.length; i++) {
        fork[i] = mean * Math.exp(levelForkSdIterationSd[2] * noise.sample());
        fork[i] *= random.nextDouble() < pauses ? PAUSE : 1;
      }
    }
    return Observations.ofSeconds(values);
  }

  /** What became of twenty benchmarks whose later run is slower by a factor. */
  private static List<Change> changes(double factor, double margin, long seed) {
    UniformRandomProvider random = new Streams(seed, 11).block(0);
    List<Comparison> comparisons = new ArrayList<>();
    for (int i = 1; i <= BENCHMARKS; i++) {
      comparisons.add(
          new Comparison(
              "case " + i,
              forks(5, new double[] {i, 0.02, 0.02}, 0, random),
              forks(5, new double[] {factor * i, 0.02, 0.02}, 0, random)));
    }
    SuperiorityTest test =
        SuperiorityTest.withDefaults().withResampling(new Resampling(10_000, seed, 1));
    return new ChangeTest(test, margin).testAll(comparisons);
  }

  private static boolean fails(Change change, double limit) {
    return change.gate(limit) == GateOutcome.FAILED;
  }

  private static long seen(double factor, double margin, int runs) {
    return IntStream.range(0, runs)
        .parallel()
        .mapToLong(
            seed -> changes(factor, margin, seed).stream().filter(c -> fails(c, margin)).count())
        .sum();
  }

  private static long alarms(double margin, int runs) {
    return IntStream.range(0, runs)
        .parallel()
        .filter(seed -> changes(1, margin, seed).stream().anyMatch(c -> fails(c, margin)))
        .count();
  }

  @Test
  void gateUsuallyDetectsFivePercentAndNearlyAlwaysTen() {
    int runs = 40;

    assertThat(alarms(0.05, runs)).isLessThanOrEqualTo(6); // 99.5 % of a binomial number with 5 %
    assertThat(seen(1.05, 0.05, runs)).isGreaterThanOrEqualTo(70L * runs * BENCHMARKS / 100);
    // of a slowdown of the limit itself, one bound in twenty lies below it
    assertThat(seen(1.10, 0.10, runs)).isGreaterThanOrEqualTo(92L * runs * BENCHMARKS / 100);
  }

  /** The claims of one run, all of them false: a pair on Delta 20 %, or equal stores. */
  private static List<Superiority> claims(
      int forks, int stores, double pauses, Statistic statistic, long seed) {
    UniformRandomProvider random = new Streams(seed, 3).block(0);
    List<Observations> all = new ArrayList<>();
    for (int i = 0; i < stores; i++) {
      double level = stores == 2 && i == 1 ? 0.8 : 1;
      all.add(forks(forks, new double[] {level, 0.05, 0.03}, pauses, random));
    }
    List<List<Comparison>> pairs = new ArrayList<>();
    for (int i = 0; i < stores; i++) {
      for (int k = i + 1; k < stores; k++) {
        pairs.add(List.of(new Comparison(i + " " + k, all.get(i), all.get(k))));
      }
    }
    return SuperiorityTest.withDefaults()
        .withDelta(stores == 2 ? 0.20 : 0)
        .withResampling(new Resampling(2000, seed, 1))
        .withStatistic(statistic)
        .testTogether(pairs)
        .stream()
        .map(SuperiorityReport::conclusion)
        .filter(row -> row.decision() == Decision.SUPERIOR || row.decision() == Decision.INFERIOR)
        .toList();
  }

  private static boolean isFlagged(Superiority row) {
    return row.findings().stream()
        .map(Finding::kind)
        .anyMatch(
            kind -> kind == Finding.Kind.SENSITIVE_VERDICT || kind == Finding.Kind.UNEQUAL_SPREAD);
  }

  @Test
  void flagsClaimsCausedByPausesExceptForTrimmedMean() {
    int runs = 200;
    int maxErrors = BinomialDistribution.of(runs, 0.05).inverseCumulativeProbability(0.995);
    int falseClaims = 0;
    int unnamed = 0;
    int trimmed = 0;
    for (int seed = 0; seed < runs; seed++) {
      List<Superiority> claims = claims(3, 4, 0.10, Statistic.MEAN, seed);
      falseClaims += claims.isEmpty() ? 0 : 1;
      unnamed += claims.stream().allMatch(LimitsCalibrationTest::isFlagged) ? 0 : 1;
      trimmed += claims(3, 4, 0.10, Statistic.TRIMMED, seed).isEmpty() ? 0 : 1;
    }

    assertThat(falseClaims).isLessThanOrEqualTo(maxErrors);
    assertThat(unnamed).isLessThanOrEqualTo(2);
    assertThat(trimmed).isLessThanOrEqualTo(maxErrors);
  }
}
