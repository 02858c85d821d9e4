package org.docduel.stats.stat;

import org.apache.commons.statistics.descriptive.Quantile;

/** Sums in a fixed order, so that they are the same everywhere, and quantiles. */
public final class Means {
  /** Type 7 of Hyndman and Fan 1996, the default of R and NumPy. It rearranges what it is given. */
  public static final Quantile TYPE_7 =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF7).withCopy(false);

  private Means() {}

  /** The mean. */
  public static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  /** The sum of squares about a value. */
  static double squares(double[] values, double about) {
    double squares = 0;
    for (double value : values) {
      squares += (value - about) * (value - about);
    }
    return squares;
  }

  /** The unbiased variance; NaN for a single value. */
  public static double variance(double[] values) {
    return squares(values, mean(values)) / (values.length - 1);
  }

  /** The variance over the square of the mean; NaN for a single value. */
  public static double relativeVariance(double[] values) {
    double mean = mean(values);
    return squares(values, mean) / (values.length - 1) / (mean * mean);
  }
}
