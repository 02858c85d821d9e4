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

  /** The mean without each observation in turn; NaN when there is but one. */
  static double[] leaveOneOut(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    double[] means = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      means[i] = (sum - values[i]) / (values.length - 1);
    }
    return means;
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
