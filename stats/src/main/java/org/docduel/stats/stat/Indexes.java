package org.docduel.stats.stat;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * Indexes from random numbers: a 32-bit half is scaled by multiplication (Lemire 2019,
 * doi:10.1145/3230636) without rejection; the bias is below n / 2^32.
 */
final class Indexes {
  private Indexes() {}

  /** An index below n; costs a whole 64-bit number. */
  static int below(UniformRandomProvider random, int n) {
    return upper(random.nextLong(), n);
  }

  /** An index below n from the upper half of a number. */
  static int upper(long bits, int n) {
    return (int) (((bits >>> 32) * n) >>> 32);
  }

  /** An index below n from the lower half of a number. */
  static int lower(long bits, int n) {
    return (int) (((bits & 0xffffffffL) * n) >>> 32);
  }
}
