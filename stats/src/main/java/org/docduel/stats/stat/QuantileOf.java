package org.docduel.stats.stat;

import org.apache.commons.statistics.descriptive.Quantile;

/** A quantile of observations, type 7 of Hyndman and Fan 1996 (the default of R and NumPy). */
public final class QuantileOf implements IndexStatistic {
  private static final Quantile TYPE_7 =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF7).withCopy(false);
  private final double[] values;
  private final double share;

  /**
   * Creates the statistic.
   *
   * @param values the observations
   * @param share from 0 (the smallest) to 1
   */
  public QuantileOf(double[] values, double share) {
    this.values = values.clone();
    this.share = share;
  }

  @Override
  public int size() {
    return values.length;
  }

  @Override
  public double of(int[] indexes, int count) {
    double[] drawn = new double[count];
    for (int i = 0; i < count; i++) {
      drawn[i] = values[indexes[i]];
    }
    return TYPE_7.evaluate(drawn, share);
  }
}
