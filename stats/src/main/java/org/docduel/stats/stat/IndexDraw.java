package org.docduel.stats.stat;

import org.apache.commons.rng.UniformRandomProvider;

/** Draws the indexes of one resample of a sample whose observations are numbered from 0. */
public interface IndexDraw {
  /**
   * Number of members of the highest level, drawn by the caller; 1 when there is no level to draw
   * above.
   */
  int tops();

  /** The largest number of indexes a resample can have. */
  int capacity();

  /**
   * Draws a resample.
   *
   * @param random the stream of this block
   * @param tops the members drawn on the highest level
   * @param target takes the indexes
   * @return the number of indexes
   */
  int draw(UniformRandomProvider random, int[] tops, int[] target);
}
