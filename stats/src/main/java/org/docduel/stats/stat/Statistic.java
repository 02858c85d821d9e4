package org.docduel.stats.stat;

import java.util.Arrays;
import org.docduel.stats.jmh.HasLabel;
import org.docduel.stats.jmh.Histogram;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Quantity;

/**
 * The statistic to compare: of each fork's observations, or of its operations when recorded.
 * Percentiles count from the best: of a rate, 95 % of the observations reach the p95.
 */
public enum Statistic implements HasLabel {
  /** The mean of the observations. */
  MEAN(Double.NaN),
  /**
   * The mean of a fork's iterations without the fifth at either end, rounded up: a single wild
   * iteration cannot move it.
   */
  TRIMMED(Double.NaN),
  /** The median. */
  MEDIAN(0.5),
  /** The 95th percentile. */
  P95(0.95),
  /** The 99th percentile. */
  P99(0.99),
  /** The best of the runs: the shortest time, the highest rate. */
  MIN(0);

  private static final double TRIMMED_SHARE = 0.2;
  private static final int MIN_TO_TRIM = 3;

  private final double share;

  Statistic(double share) {
    this.share = share;
  }

  /** The share of observations below a percentile; NaN for means. */
  public double share() {
    return share;
  }

  /** Whether this is a mean of some or all observations, and no percentile. */
  public boolean mean() {
    return this == MEAN || this == TRIMMED;
  }

  /** The statistic of one fork. */
  double of(ForkSeries fork, Quantity quantity) {
    if (this == MEAN) {
      return fork.mean();
    }
    if (this == TRIMMED) {
      return Means.mean(trimmed(fork.values()));
    }
    return fork.histograms().isEmpty()
        ? Means.TYPE_7.evaluate(fork.values(), quantity.ascending(share))
        : Histogram.percentile(fork.histograms(), share);
  }

  /**
   * The statistic of all observations, or of their operations when they were recorded; of the
   * trimmed mean, the mean over forks.
   */
  public double level(Observations observations) {
    return this == TRIMMED
        ? Means.mean(
            observations.forks().stream()
                .mapToDouble(fork -> of(fork, observations.quantity()))
                .toArray())
        : of(observations.pooled(false).forks().get(0), observations.quantity());
  }

  private static double[] trimmed(double[] values) {
    if (values.length < MIN_TO_TRIM) {
      return values;
    }
    Arrays.sort(values);
    int cut = Math.min((int) Math.ceil(TRIMMED_SHARE * values.length), (values.length - 1) / 2);
    return Arrays.copyOfRange(values, cut, values.length - cut);
  }
}
