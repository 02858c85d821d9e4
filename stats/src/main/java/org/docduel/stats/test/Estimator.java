package org.docduel.stats.test;

import org.docduel.stats.resample.Streams;

/** Makes an estimate of a contrast. */
interface Estimator {
  /**
   * Makes the estimate.
   *
   * @param contrast what to estimate
   * @param streams the random streams of this comparison
   */
  Estimate estimate(Contrast contrast, Streams streams);
}
