package org.docduel.stats.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.core.source64.XoRoShiRo128PlusPlus;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.diagnose.Diagnostics.Autocorrelation;
import org.docduel.stats.diagnose.Diagnostics.MannKendall;
import org.docduel.stats.diagnose.Diagnostics.Outlier;
import org.docduel.stats.diagnose.Diagnostics.VarianceComponents;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Observations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiagnosticsTest {

  @Test
  void findsNoOutliersAmongTicksOfACoarseClock() {
    Observations ticks =
        Observations.ofSeconds(new double[] {7, 7, 7, 7, 7, 8}, new double[] {7, 7, 7, 7, 7, 7});

    assertThat(Outlier.of(ticks)).isEmpty();
  }

  private static ContinuousDistribution.Sampler noise(long seed) {
    return NormalDistribution.of(0, 1).createSampler(new XoRoShiRo128PlusPlus(seed, 1));
  }

  private static List<Finding.Kind> kinds(double[]... forks) {
    return Diagnostics.of("x", Observations.ofSeconds(forks)).stream().map(Finding::kind).toList();
  }

  /** Forks of 20 observations whose mean is given by a function of fork and iteration. */
  private static double[][] forks(long seed, Level level) {
    ContinuousDistribution.Sampler noise = noise(seed);
    double[][] forks = new double[5][20];
    for (int f = 0; f < forks.length; f++) {
      for (int i = 0; i < forks[f].length; i++) {
        forks[f][i] = level.at(f, i) + 0.02 * noise.sample();
      }
    }
    return forks;
  }

  private interface Level {
    double at(int fork, int iteration);
  }

  // S by hand; p from SciPy 1.17.1: 2 * norm.sf((|S| - 1) / sqrt(var)) with
  // var = (n(n-1)(2n+5) - sum t(t-1)(2t+5)) / 18.
  @Test
  void mannKendallCountsRisingPairsAndCorrectsForTies() {
    MannKendall rising = MannKendall.of(new double[] {1, 2, 3, 4, 5, 6, 7, 8});
    MannKendall tied = MannKendall.of(new double[] {1, 1, 2, 2, 3, 3, 4, 4});

    assertThat(rising.s()).isEqualTo(28);
    assertThat(rising.p()).isCloseTo(0.0008366271311193044, within(1e-12));
    assertThat(tied.s()).isEqualTo(24);
    assertThat(tied.p()).isCloseTo(0.00331580440157448, within(1e-12));
    assertThat(MannKendall.of(new double[] {3, 3, 3}).p()).isEqualTo(1);
    assertThat(MannKendall.of(new double[] {4, 3, 2, 1}).s()).isEqualTo(-6);
  }

  @Test
  void pettittFindsTheJump() {
    Pettitt jump = Pettitt.of(new double[] {9, 8, 9, 8, 9, 8, 1, 2, 1, 2, 1, 2, 1, 2});

    assertThat(jump.after()).isEqualTo(6);
    // K = 48, 2 exp(-6 * 48^2 / (14^3 + 14^2))
    assertThat(jump.p()).isCloseTo(2 * Math.exp(-6.0 * 48 * 48 / 2940), within(1e-9));
    assertThat(Pettitt.of(new double[] {1, 2, 1, 2, 1, 2, 1, 2}).p()).isGreaterThan(0.5);
  }

  @Test
  void varianceComponentsAgreeWithAnova() {
    VarianceComponents parts =
        VarianceComponents.of(
            Observations.ofSeconds(
                new double[] {1, 2, 3}, new double[] {4, 5, 6}, new double[] {7, 8, 9}));

    // SciPy 1.17.1: f_oneway: F = 27 on 2 and 6 degrees of freedom, p = 0.001
    assertThat(parts.p()).isCloseTo(0.001, within(1e-9));
    assertThat(parts.betweenShare()).isCloseTo(26.0 / 29, within(1e-12));
    assertThat(VarianceComponents.of(Observations.ofSeconds(new double[] {1, 2})).betweenShare())
        .isNaN();
    assertThat(
            VarianceComponents.of(Observations.ofSeconds(new double[] {1}, new double[] {2})).p())
        .isNaN();
  }

  @Test
  void computesAutocorrelationWithinForks() {
    Autocorrelation alternating =
        Autocorrelation.of(Observations.ofSeconds(new double[] {1, 2, 1, 2, 1, 2, 1, 2}));

    assertThat(alternating.lag1()).isCloseTo(-0.875, within(1e-12));
    assertThat(alternating.z()).isCloseTo((-0.875 + 0.125) * Math.sqrt(7), within(1e-12));
    assertThat(
            Autocorrelation.of(
                    Observations.ofSeconds(
                        new double[] {1, 1, 2, 2}, new double[] {11, 11, 12, 12}))
                .lag1())
        .isCloseTo(0.25, within(1e-12));
  }

  @Test
  void quietForksHaveNothingToReport() {
    int findings = 0;
    for (long seed = 1; seed <= 50; seed++) {
      findings += kinds(forks(seed, (f, i) -> 1)).size();
    }
    // Five checks a run at a level of about 1 %: a few false alarms in 50 runs, not many.
    assertThat(findings).isLessThan(10);
  }

  /** Counters hardly ever vary, and the mean of equal numbers is not theirs to the last bit. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1.0 / 3, 3.846, 0.0240001})
  void equalNumbersHaveNothingToReport(double value) {
    double[] forks = new double[7];
    Arrays.fill(forks, value);

    assertThat(kinds(forks, Arrays.copyOf(forks, 5), Arrays.copyOf(forks, 3)))
        .containsExactly(Finding.Kind.RAGGED_FORKS);
  }

  @Test
  void reportsTrendAndWarmUp() {
    assertThat(kinds(forks(1, (f, i) -> 1 + 0.01 * i)))
        .contains(Finding.Kind.TREND, Finding.Kind.AUTOCORRELATION);
    assertThat(kinds(forks(2, (f, i) -> i < 8 ? 1.5 : 1))).contains(Finding.Kind.CHANGE_POINT);
  }

  @Test
  void reportsDifferingForks() {
    assertThat(kinds(forks(3, (f, i) -> 1 + 0.05 * f))).containsExactly(Finding.Kind.FORK_VARIANCE);
  }

  @Test
  void reportsOutliersWithPosition() {
    double[][] forks = forks(4, (f, i) -> 1);
    forks[2][5] = 3;

    List<Finding> findings = Diagnostics.of("x", Observations.ofSeconds(forks));

    assertThat(Outlier.of(Observations.ofSeconds(forks))).containsExactly(new Outlier(2, 5, 3));
    assertThat(findings)
        .anySatisfy(finding -> {
          assertThat(finding.kind()).isEqualTo(Finding.Kind.OUTLIERS);
          assertThat(finding.message()).contains("1 of 100").contains("fork 3, iteration 6");
        });
    assertThat(Outlier.of(Observations.ofSeconds(new double[] {1, 1, 1, 1, 1, 1, 9}))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"3, 3", "5, 3", "8, 3", "5, 4", "5, 5", "3, 10", "5, 20"})
  void noiseRarelyHasOutliers(int forks, int iterations) {
    ContinuousDistribution.Sampler noise = noise(7);
    int alarms = 0;
    for (int run = 0; run < 1000; run++) {
      double[][] values = new double[forks][iterations];
      for (double[] fork : values) {
        Arrays.setAll(fork, i -> 100 + noise.sample());
      }
      alarms += Outlier.of(Observations.ofSeconds(values)).isEmpty() ? 0 : 1;
    }

    assertThat(alarms).isLessThanOrEqualTo(60); // 6 %
  }

  @Test
  void reportsFewAndUnequalForks() {
    assertThat(kinds(new double[] {1, 2})).containsExactly(Finding.Kind.TOO_FEW);
    assertThat(kinds(new double[] {1}, new double[] {2})).containsExactly(Finding.Kind.TOO_FEW);
    assertThat(kinds(new double[] {1, 2}, new double[] {2, 1}, new double[] {1}))
        .containsExactly(Finding.Kind.RAGGED_FORKS);
    List<double[]> many = new ArrayList<>(List.of(new double[] {1}, new double[] {2}));
    many.add(new double[] {1.5});
    assertThat(kinds(many.toArray(double[][]::new))).isEmpty();
  }
}
