package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.commons.rng.core.source64.XoRoShiRo128PlusPlus;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.Resampling;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often a true reduction of exactly Delta is called superior, with forks that differ by 5 % and
 * iterations by 3 %. A sound test of level 5 % does so in 5 % of all runs.
 */
@Tag("simulation")
@Tag("every-change")
class CalibrationTest {
  private static final int RUNS = 1000;
  private static final double ALPHA = 0.05;
  private static final double FORK_SD = 0.05;
  private static final double ITERATION_SD = 0.03;

  @ParameterizedTest
  @CsvSource({"5, 5, 1", "10, 5, 2", "20, 5, 3"})
  void defaultHoldsItsLevelAndThePooledPercentileDoesNot(int forks, int iterations, long seed) {
    ContinuousDistribution.Sampler noise =
        NormalDistribution.of(0, 1).createSampler(new XoRoShiRo128PlusPlus(seed, 99));
    int t = 0;
    int percentile = 0;
    SuperiorityTest test = SuperiorityTest.withDefaults();
    for (int run = 0; run < RUNS; run++) {
      Observations baseline = side(1.0, forks, iterations, noise);
      Observations candidate = side(0.8, forks, iterations, noise);
      t += test.test(baseline, candidate).p() < ALPHA ? 1 : 0;
      percentile +=
          test.withResampling(new Resampling(199, run, 1))
                      .withMethod(Method.PERCENTILE)
                      .test(baseline, candidate)
                      .p()
                  < ALPHA
              ? 1
              : 0;
    }

    BinomialDistribution nominal = BinomialDistribution.of(RUNS, ALPHA);
    int lower = nominal.inverseCumulativeProbability(0.005);
    int upper = nominal.inverseCumulativeProbability(0.995);
    assertThat(t).as("rejections of the default").isBetween(lower, upper);
    assertThat(percentile).as("rejections of the pooled percentile").isGreaterThan(2 * upper);
  }

  private static Observations side(
      double mean, int forks, int iterations, ContinuousDistribution.Sampler noise) {
    double[][] values = new double[forks][iterations];
    for (double[] fork : values) {
      double level = mean * (1 + FORK_SD * noise.sample());
      for (int i = 0; i < iterations; i++) {
        fork[i] = level * (1 + ITERATION_SD * noise.sample());
      }
    }
    return Observations.ofSeconds(values);
  }
}
