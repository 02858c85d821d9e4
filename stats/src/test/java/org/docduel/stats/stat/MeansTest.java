package org.docduel.stats.stat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MeansTest {
  @Test
  void keepsTwelveDigits() {
    assertThat(Means.roundForPortability(0.12345678901249)).isEqualTo(0.123456789012);
    assertThat(Means.roundForPortability(Double.POSITIVE_INFINITY)).isInfinite();
    assertThat(Means.roundForPortability(Double.NaN)).isNaN();
  }
}
