package org.docduel.stats.stat;

import org.apache.commons.rng.UniformRandomProvider;

/** The mean of the log ratios of pairs with its variance; whole pairs are resampled. */
public final class PairedLogRatio implements Resampler {
  private final double[] logRatios;

  /**
   * Creates the resampler.
   *
   * @param baseline positive units
   * @param candidate positive units, as many
   */
  public PairedLogRatio(double[] baseline, double[] candidate) {
    logRatios = logRatios(baseline, candidate);
  }

  /** The natural logarithm of candidate over baseline of each pair. */
  public static double[] logRatios(double[] baseline, double[] candidate) {
    if (baseline.length != candidate.length) {
      throw new IllegalArgumentException(
          "pairs need equal numbers, but there are "
              + baseline.length
              + " and "
              + candidate.length);
    }
    double[] ratios = new double[baseline.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = StrictMath.log(candidate[i] / baseline[i]);
    }
    return ratios;
  }

  @Override
  public Scale scale() {
    return Scale.LOG;
  }

  @Override
  public double estimate() {
    return Means.mean(logRatios);
  }

  @Override
  public double variance() {
    return Means.variance(logRatios) / logRatios.length;
  }

  @Override
  public void draw(UniformRandomProvider random, Replicates target, int from, int to) {
    int n = logRatios.length;
    double[] drawn = new double[n];
    for (int i = from; i < to; i++) {
      for (int k = 0; k < n; k++) {
        drawn[k] = logRatios[Indexes.below(random, n)];
      }
      target.estimates[i] = Means.mean(drawn);
      target.variances[i] = Means.variance(drawn) / n;
    }
  }

  @Override
  public double[][] leaveOneOut() {
    return new double[][] {Means.leaveOneOut(logRatios)};
  }
}
