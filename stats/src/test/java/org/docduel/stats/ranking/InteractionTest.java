package org.docduel.stats.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.Streams;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often a dependence on the configuration is shown, where there is one and where none is. */
class InteractionTest {
  private static final int RUNS = 2000;

  @Test
  void showsNothingWithoutTwoTestedConfigurations() {
    assertThat(Interaction.p(List.of())).isEqualTo(1);
    assertThat(Interaction.p(List.of(estimate(0.3, 0.01, 4)))).isEqualTo(1);
    assertThat(Interaction.p(List.of(estimate(0.3, Double.NaN, 4), estimate(0, 0, 4))))
        .isEqualTo(1);
  }

  /** Two ratios: the p is that of Welch's t test of their difference. */
  @Test
  void comparesTwoConfigurationsByWelchsTest() {
    List<Estimate> ratios = List.of(estimate(0.5, 0.1, 4), estimate(0.1, 0.2, 8));
    // 2 * scipy.stats.t.sf(0.4 / 0.05 ** 0.5, 0.05 ** 2 / (0.01 ** 2 / 4 + 0.04 ** 2 / 8))
    assertThat(Interaction.p(ratios)).isCloseTo(0.10090, within(2e-5));
  }

  /**
   * The level and what 2,000 runs vary by, with noise alike and unlike; more of many configurations
   * of three forks.
   */
  @Tag("simulation")
  @ParameterizedTest
  @CsvSource({
    "3, 2, 0.064, 0.08",
    "3, 4, 0.064, 0.064",
    "3, 10, 0.21, 0.13",
    "5, 4, 0.072, 0.064",
    "10, 4, 0.064, 0.064",
    "10, 40, 0.072, 0.083"
  })
  void seldomShowsWhatIsNotThere(int forks, int configurations, double alike, double unlike) {
    double[] ratios = new double[configurations];
    double[] noise = new double[configurations];
    Arrays.fill(noise, 0.05);
    double shareAlike = detectedShare(ratios, noise, forks);
    for (int i = 0; i < configurations; i += 2) {
      noise[i] *= 5;
    }
    double shareUnlike = detectedShare(ratios, noise, forks);
    assertThat(shareAlike).isLessThan(alike);
    assertThat(shareUnlike).isLessThan(unlike);
  }

  @Tag("simulation")
  @ParameterizedTest
  @CsvSource({"3, 0.2", "5, 0.9", "10, 0.99"})
  void findsAConfigurationThatDiffersByAThird(int forks, double share) {
    double[] noise = new double[4];
    Arrays.fill(noise, 0.05);
    assertThat(detectedShare(new double[] {0, 0, 0, Math.log(4 / 3.0)}, noise, forks))
        .isGreaterThan(share);
  }

  private static double detectedShare(double[] ratios, double[] noise, int forks) {
    var random = new Streams(7, 7).block(0);
    ContinuousDistribution.Sampler normal = NormalDistribution.of(0, 1).createSampler(random);
    int detected = 0;
    for (int run = 0; run < RUNS; run++) {
      List<Estimate> estimates = new ArrayList<>();
      for (int i = 0; i < ratios.length; i++) {
        double sd = noise[i];
        double[] difference =
            DoubleStream.generate(() -> sd * Math.sqrt(2) * normal.sample()).limit(forks).toArray();
        double error = Math.sqrt(StatUtils.variance(difference) / forks);
        estimates.add(estimate(ratios[i] + StatUtils.mean(difference), error, forks - 1));
      }
      detected += Interaction.p(estimates) < 0.05 ? 1 : 0;
    }
    return detected / (double) RUNS;
  }

  private static Estimate estimate(double logRatio, double standardError, double df) {
    double delta = 1 - Math.exp(logRatio);
    Interval none = new Interval(Double.NaN, Double.NaN, 0.95);
    return new Estimate(Method.T, "fork", 3, 3, delta, none, 1, 1, standardError, df);
  }
}
