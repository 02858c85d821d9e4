package org.docduel.core.fork;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RowProgressTest {
  private final RowProgress half = new RowProgress(500_000, 1_000_000, 10);

  @Test
  void aLineTellsRowsRateAndTimeLeft() {
    assertThat(half.line())
        .isEqualTo("loading: 500000 of 1000000 rows in 10.0 s, 50,000 rows/s, 10 s left");
  }

  @Test
  void aLineIsReadBack() {
    assertThat(RowProgress.parse(half.line())).contains(half);
    assertThat(RowProgress.parse("# Fork: 1 of 1")).isEmpty();
  }
}
