package org.docduel.stats.stat;

import org.apache.commons.rng.UniformRandomProvider;

/**
 * Draws resamples of a comparison and computes its estimate for each. Safe for use by several
 * threads at once.
 *
 * @implSpec {@link #draw} must use nothing but its arguments and immutable state.
 */
public interface Resampler {
  /** Whether estimates are logarithms of candidate over baseline, not ratios. */
  boolean log();

  /** The estimate of the data as observed. */
  double estimate();

  /** The variance of {@link #estimate}, on the log scale; NaN when this resampler has none. */
  double variance();

  /**
   * Draws resamples.
   *
   * @param random the stream of this block
   * @param target takes estimates (and variances) from place {@code from} to {@code to}, exclusive
   */
  void draw(UniformRandomProvider random, Replicates target, int from, int to);
}
