package org.docduel.stats.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BiasCorrectionTest {
  @Test
  void biasCorrectionWithoutBiasAndSkewnessChangesNothing() {
    BiasCorrection none = new BiasCorrection(0, 0);
    assertThat(none.share(0.025)).isCloseTo(0.025, within(1e-12));
    assertThat(none.p(0.3)).isCloseTo(0.3, within(1e-12));
  }

  // Efron and Tibshirani 1993, equation 14.10: z0 = 0.146, a = 0.061, alpha = 0.05 and 0.95 give
  // 0.110 and 0.985.
  @Test
  void biasCorrectionAgreesWithThePublishedExample() {
    BiasCorrection correction = new BiasCorrection(0.146, 0.061);

    assertThat(correction.share(0.05)).isCloseTo(0.110, within(0.0006));
    assertThat(correction.share(0.95)).isCloseTo(0.985, within(0.0006));
    for (double share : new double[] {0.01, 0.2, 0.7, 0.99}) {
      assertThat(correction.p(correction.share(share))).isCloseTo(share, within(1e-9));
    }
    assertThat(correction.p(0)).isZero();
    assertThat(correction.p(1)).isEqualTo(1);
    assertThat(new BiasCorrection(Double.NEGATIVE_INFINITY, 0).p(0.4)).isEqualTo(0.4);
  }

  @Test
  void resamplesEqualToTheObservedOneCountHalf() {
    MeanRatio resampler = new MeanRatio(new double[] {1, 2, 1, 2}, new double[] {1, 1, 1});
    Replicates replicates = new Bootstrap(2000, 1).run(resampler, new Streams(42, 1));
    double observed = resampler.estimate();
    long less =
        Arrays.stream(replicates.estimates()).filter(r -> r > observed * (1 + 1e-12)).count();
    long equal =
        Arrays.stream(replicates.estimates())
            .filter(r -> Math.abs(r / observed - 1) <= 1e-12)
            .count();

    double share = new Deltas(resampler, replicates).shareBelowObserved();

    assertThat(equal).isBetween(500L, 1000L);
    assertThat(less).isBetween(500L, 750L);
    assertThat(share).isEqualTo((less + equal / 2.0) / 2000);
  }
}
