package org.docduel.stats.stat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PValueTest {
  @Test
  void pValuesCountResamples() {
    assertThat(PValue.PLUS_ONE.of(0, 99)).isEqualTo(0.01);
    assertThat(PValue.PLAIN.of(0, 99)).isZero();
    assertThat(PValue.PLAIN.of(5, 100)).isEqualTo(0.05);
  }
}
