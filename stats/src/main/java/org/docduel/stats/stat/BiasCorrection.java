package org.docduel.stats.stat;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The bias correction and acceleration of the BCa interval (Efron 1987, doi:10.2307/2289144; for
 * several samples as in SciPy's {@code stats.bootstrap}).
 *
 * @param bias z0, the normal quantile of the share of resamples below the observed estimate
 * @param acceleration a, from the skewness of the leave-one-out estimates
 */
record BiasCorrection(double bias, double acceleration) {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  static BiasCorrection of(Deltas deltas, double[][] leaveOneOut) {
    double cubes = 0;
    double squares = 0;
    for (double[] sample : leaveOneOut) {
      double n = sample.length;
      double mean = 0;
      for (double estimate : sample) {
        mean += estimate / n;
      }
      double sampleCubes = 0;
      double sampleSquares = 0;
      for (double estimate : sample) {
        // Reductions fall as ratios rise, hence the sign.
        double influence = (n - 1) * (estimate - mean);
        sampleCubes += influence * influence * influence;
        sampleSquares += influence * influence;
      }
      cubes += sampleCubes / (n * n * n);
      squares += sampleSquares / (n * n);
    }
    double a = squares > 0 ? cubes / (6 * squares * Math.sqrt(squares)) : 0;
    return new BiasCorrection(NORMAL.inverseCumulativeProbability(deltas.shareBelowObserved()), a);
  }

  /** The share of the resamples that is the bound of a nominal share. */
  double share(double nominal) {
    if (!Double.isFinite(bias)) {
      return nominal;
    }
    double z = bias + NORMAL.inverseCumulativeProbability(nominal);
    return Digits.settled(NORMAL.cumulativeProbability(bias + z / (1 - acceleration * z)));
  }

  /**
   * The nominal share whose bound is a given share of the resamples: the inverse of {@link #share}.
   */
  double p(double share) {
    if (!(share > 0 && share < 1) || !Double.isFinite(bias)) {
      return share;
    }
    double w = NORMAL.inverseCumulativeProbability(share) - bias;
    return Digits.settled(NORMAL.cumulativeProbability(w / (1 + acceleration * w) - bias));
  }
}
