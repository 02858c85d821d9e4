package org.docduel.stats.stat;

/** Sums in a fixed order, so that they are the same everywhere. */
final class Means {
  private Means() {}

  static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  /** The unbiased variance about a known mean; NaN for a single observation. */
  static double variance(double[] values) {
    double mean = mean(values);
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return squares / (values.length - 1);
  }
}
