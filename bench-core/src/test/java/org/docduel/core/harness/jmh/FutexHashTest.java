package org.docduel.core.harness.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.Test;

class FutexHashTest {
  @Test
  void hasFourSlotsForEachThreadAndNotTwiceAsMany() {
    int before = FutexHash.slots();
    assumeThat(before).as("slots of this process's own table").isPositive();
    int threads = before + 1;

    FutexHash.fit(threads);

    assertThat(FutexHash.slots()).isBetween(4 * threads, 8 * threads - 1);
  }

  @Test
  void takesNothingAwayForFewer() {
    int before = FutexHash.slots();
    assumeThat(before).as("slots of this process's own table").isGreaterThanOrEqualTo(16);

    FutexHash.fit(2);
    FutexHash.fit(before / 8 + 1);

    assertThat(FutexHash.slots()).isGreaterThanOrEqualTo(before);
  }
}
