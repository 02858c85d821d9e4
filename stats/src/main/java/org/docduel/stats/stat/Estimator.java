package org.docduel.stats.stat;

/** Makes an estimate of a row. */
interface Estimator {
  /**
   * Makes the estimate from the contrast of the row, and from its resamples if it needs them.
   *
   * @param draws the contrast and its resamples
   * @param score the normal score beyond which a claim is made: bounds are taken there
   */
  Estimate estimate(Draws draws, double score);
}
