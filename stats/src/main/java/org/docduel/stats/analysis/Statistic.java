package org.docduel.stats.analysis;

import java.util.Arrays;
import java.util.Optional;

/** What of the observations, or of the operations when they were recorded, is compared. */
public enum Statistic {
  /** The mean of the observations. */
  MEAN("mean", Double.NaN),
  /** The median. */
  MEDIAN("median", 0.5),
  /** The 95th percentile. */
  P95("p95", 0.95),
  /** The 99th percentile. */
  P99("p99", 0.99),
  /** The smallest: the best of the runs. */
  MIN("min", 0);

  private final String label;
  private final double share;

  Statistic(String label, double share) {
    this.label = label;
    this.share = share;
  }

  /** The name on the command line and in reports. */
  public String label() {
    return label;
  }

  /** The share of observations below a percentile; NaN for the mean. */
  public double share() {
    return share;
  }

  /** The statistic of a label. */
  public static Optional<Statistic> of(String label) {
    return Arrays.stream(values()).filter(value -> value.label.equals(label)).findFirst();
  }
}
