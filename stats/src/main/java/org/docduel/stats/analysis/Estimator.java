package org.docduel.stats.analysis;

/** Makes an estimate of a row. */
interface Estimator {
  /** Makes the estimate from the contrast of the row, and from its resamples if it needs them. */
  Estimate estimate(Draws draws);
}
