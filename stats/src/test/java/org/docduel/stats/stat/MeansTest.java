package org.docduel.stats.stat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MeansTest {
  @Test
  void twelveDigitsAreKept() {
    assertThat(Means.settled(0.12345678901249)).isEqualTo(0.123456789012);
    assertThat(Means.settled(Double.POSITIVE_INFINITY)).isInfinite();
    assertThat(Means.settled(Double.NaN)).isNaN();
  }
}
