package org.docduel.stats.stat;

/** The mean of observations. */
public final class MeanOf implements IndexStatistic {
  private final double[] values;

  /**
   * Creates the statistic.
   *
   * @param values the observations
   */
  public MeanOf(double[] values) {
    this.values = values.clone();
  }

  @Override
  public int size() {
    return values.length;
  }

  @Override
  public double of(int[] indexes, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += values[indexes[i]];
    }
    return sum / count;
  }
}
