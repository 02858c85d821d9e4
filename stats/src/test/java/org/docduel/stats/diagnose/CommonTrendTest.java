package org.docduel.stats.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.stat.Streams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommonTrendTest {
  private static CommonTrend of(double[]... forks) {
    return CommonTrend.of(Observations.ofSeconds(forks));
  }

  private static String sentence(double[]... forks) {
    Observations all = Observations.ofSeconds(forks);
    return CommonTrend.of(all).sentence(all);
  }

  // Three forks of three iterations that all fall: 2 (1/6)^3. One fork of five: 2 / 5!.
  @Test
  void smallSeriesUseExactDistribution() {
    assertThat(of(new double[] {3, 2, 1}, new double[] {6, 5, 4}, new double[] {9, 8, 7}).p())
        .isCloseTo(2.0 / 216, within(1e-12));
    assertThat(of(new double[] {1, 2, 3, 4, 5}).p()).isCloseTo(2.0 / 120, within(1e-12));
    assertThat(of(new double[] {1, 2}, new double[] {2, 1}).p()).isEqualTo(1);
    assertThat(of(new double[] {1}, new double[] {2}, new double[] {3}).p()).isEqualTo(1);
  }

  /** Five pairs of ten fall; permutations of ten with so many or fewer: OEIS A008302, row 10. */
  @Test
  void oneForkHasKendallsExactPValue() {
    assertThat(of(new double[] {2, 1, 4, 3, 6, 5, 8, 7, 10, 9}).p())
        .isCloseTo(2.0 * (1 + 9 + 44 + 155 + 440 + 1068) / 3_628_800, within(1e-12));
  }

  @Test
  void longSeriesApproximateExactDistribution() {
    double[][] forks = new double[3][100];
    for (int f = 0; f < 3; f++) {
      for (int i = 0; i < 100; i++) {
        forks[f][i] = 100 + i % (7 + f) + 0.02 * i;
      }
    }
    double exact = of(forks).p();
    double[][] longer = new double[3][130];
    for (int f = 0; f < 3; f++) {
      for (int i = 0; i < 130; i++) {
        longer[f][i] = 100 + i % (7 + f) + 0.02 * i;
      }
    }

    assertThat(exact).isBetween(0.0, 0.01);
    assertThat(of(longer).p()).isLessThan(exact * 10);
  }

  @Test
  void reportsSizeOfRampAndAdvice() {
    double[] ramp = {200, 150, 100, 101, 99, 101, 100};

    assertThat(sentence(ramp, ramp, ramp))
        .contains("not warm: still getting faster by 50 %")
        .contains("2 more warm-up iterations would have been enough");
    assertThat(sentence(new double[][] {{5, 4, 3, 2, 1}, {5.1, 4, 3, 2, 1}, {5, 4, 3, 2, 1.1}}))
        .contains("faster by 79 %")
        .contains("--warmup steady");
    assertThat(sentence(new double[][] {{1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}}))
        .startsWith("not steady: still getting slower by 400 %")
        .doesNotContain("warm-up");
  }

  @Test
  void changedOrderIsRankingChange() {
    Observations ramp =
        Observations.ofSeconds(
            new double[] {9, 5, 1}, new double[] {9.1, 5, 1.1}, new double[] {9, 6, 1.2});
    Observations flat =
        Observations.ofSeconds(
            new double[] {4, 4, 4.1}, new double[] {4.1, 4, 4}, new double[] {4, 4, 4});

    assertThat(CommonTrend.turn(flat, ramp)).isEqualTo(1);
    assertThat(CommonTrend.turn(ramp, flat)).isEqualTo(-1);
    assertThat(CommonTrend.turn(flat, flat)).isZero();
  }

  /** A share of flat runs that are called not steady, with noise that depends on the one before. */
  @ParameterizedTest
  @CsvSource({"3, 3, 0", "3, 5, 0.5", "5, 5, 0", "5, 20, 0.5", "10, 5, 0.8"})
  void flatResultsAreRarelyCalledUnsteady(int forks, int iterations, double rho) {
    int runs = 2000;
    long found =
        IntStream.range(0, runs)
            .parallel()
            .filter(run -> noise(forks, iterations, rho, run))
            .count();

    assertThat((int) found)
        .isLessThanOrEqualTo(
            BinomialDistribution.of(runs, CommonTrend.LEVEL).inverseCumulativeProbability(0.999));
  }

  private static boolean noise(int forks, int iterations, double rho, int run) {
    UniformRandomProvider random = new Streams(run, 17).block(0);
    var normal = NormalDistribution.of(0, 1).createSampler(random);
    double[][] values = new double[forks][iterations];
    for (double[] fork : values) {
      double level = Math.exp(0.05 * normal.sample());
      double state = normal.sample();
      for (int i = 0; i < iterations; i++) {
        fork[i] = level * Math.exp(0.1 * state);
        state = rho * state + Math.sqrt(1 - rho * rho) * normal.sample();
      }
    }
    return of(values).found();
  }
}
