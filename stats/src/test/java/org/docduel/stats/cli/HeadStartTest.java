package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class HeadStartTest {

  @Test
  void theSmallVerdictIsMadeWithoutComplaint() {
    assertThatCode(() -> new HeadStart().run()).doesNotThrowAnyException();
  }
}
