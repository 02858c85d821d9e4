package org.docduel.stats.stat;

/** How a count of resamples becomes a p-value. */
public enum PValue {
  /** {@code (k + 1) / (B + 1)}, which is never zero (Davison and Hinkley 1997, section 4.2). */
  PLUS_ONE,
  /** {@code k / B}, as published. */
  PLAIN;

  double of(long count, int resamples) {
    return this == PLAIN ? (double) count / resamples : (count + 1.0) / (resamples + 1.0);
  }
}
