package org.docduel.stats.stat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DigitsTest {
  @Test
  void twelveDigitsAreKept() {
    assertThat(Digits.settled(0.12345678901249)).isEqualTo(0.123456789012);
    assertThat(Digits.settled(Double.POSITIVE_INFINITY)).isInfinite();
    assertThat(Digits.settled(Double.NaN)).isNaN();
  }
}
