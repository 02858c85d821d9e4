package org.docduel.stats.stat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IntervalTest {
  @Test
  void intervalsContainTheirBounds() {
    Interval interval = new Interval(1, 2, 0.95);

    assertThat(interval.contains(1)).isTrue();
    assertThat(interval.contains(2)).isTrue();
    assertThat(interval.contains(0.999)).isFalse();
    assertThat(interval.contains(2.001)).isFalse();
  }
}
