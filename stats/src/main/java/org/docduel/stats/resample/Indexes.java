package org.docduel.stats.resample;

import org.apache.commons.rng.UniformRandomProvider;

/** One index at a time, for the resamplers whose cost lies elsewhere. */
final class Indexes {
  private Indexes() {}

  /** An index below n, from the upper half of a 64-bit number; the bias is below n / 2^32. */
  static int below(UniformRandomProvider random, int n) {
    return (int) (((random.nextLong() >>> 32) * n) >>> 32);
  }
}
