package org.docduel.stats.stat;

/**
 * The estimates of resamples. Filled once by {@link Bootstrap} and only read afterwards; the arrays
 * are shared, because a hundred thousand numbers are read by several methods.
 */
public final class Replicates {
  final double[] estimates;
  final double[] variances;

  /**
   * Room for estimates.
   *
   * @param resamples number of resamples
   * @param studentized whether each estimate has a variance
   */
  public Replicates(int resamples, boolean studentized) {
    estimates = new double[resamples];
    variances = new double[studentized ? resamples : 0];
  }

  /** Number of resamples. */
  public int size() {
    return estimates.length;
  }

  /** The estimate of a resample. */
  public double estimate(int resample) {
    return estimates[resample];
  }

  /** The variance of an estimate. */
  public double variance(int resample) {
    return variances[resample];
  }

  /** A copy of the estimates. */
  public double[] estimates() {
    return estimates.clone();
  }
}
