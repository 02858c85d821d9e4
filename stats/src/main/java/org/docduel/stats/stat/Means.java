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
  private static final MathContext PORTABLE_PRECISION = new MathContext(12);

  private Means() {}

  /** The value with twelve significant digits, unless it is not finite. */
  static double roundForPortability(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(value).round(PORTABLE_PRECISION).doubleValue()
        : value;
  }

  /** The mean; of equal values theirs to the last bit, so that they do not vary. */
  public static double mean(double[] values) {
    double sum = 0;
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      sum += value;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    return Math.max(min, Math.min(max, sum / values.length));
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
