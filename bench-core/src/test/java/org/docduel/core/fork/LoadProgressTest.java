package org.docduel.core.fork;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoadProgressTest {
  @Test
  void lineShowsRowsRateAndRemainingTime() {
    String line = LoadProgress.line(500_000, 1_000_000, 10);
    assertThat(line)
        .isEqualTo("loading: 500000 of 1000000 rows in 10.0 s, 50,000 rows/s, 10 s left");
    assertThat(LoadProgress.isIn(line)).isTrue();
    assertThat(LoadProgress.isIn("# Fork: 1 of 1")).isFalse();
  }
}
