package org.docduel.stats.stat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Quantile;

/** Sums in a fixed order, quantiles, and the digits that are the same on every JDK. */
public final class Means {
  /** Type 7 of Hyndman and Fan 1996, the default of R and NumPy. It rearranges what it is given. */
  public static final Quantile TYPE_7 =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF7).withCopy(false);

  // Elementary functions may differ in the last bit between releases and processors; distribution
  // functions built on them keep more digits than these.
  private static final MathContext SETTLED = new MathContext(12);

  private Means() {}

  /** The value with twelve significant digits, unless it is not finite. */
  static double settled(double value) {
    return Double.isFinite(value) ? new BigDecimal(value).round(SETTLED).doubleValue() : value;
  }

  /** The mean; of equal values theirs to the last bit, so that they do not vary. */
  public static double mean(double[] values) {
    double sum = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      sum += value;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    return Math.max(least, Math.min(most, sum / values.length));
  }

  /** The sum of squares about a value. */
  public static double squares(double[] values, double about) {
    double squares = 0;
    for (double value : values) {
      squares += (value - about) * (value - about);
    }
    return squares;
  }

  /** By how much each value differs from the mean, relative to it. */
  static double[] deviations(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(value -> value / mean - 1).toArray();
  }

  /** The unbiased variance; NaN for a single value. */
  public static double variance(double[] values) {
    return squares(values, mean(values)) / (values.length - 1);
  }

  /** The variance over the square of the mean; NaN for a single value. */
  public static double relativeVariance(double[] values) {
    return variance(values) / Math.pow(mean(values), 2);
  }
}
