package org.docduel.core.workload;

import java.util.Set;

/**
 * How a benchmark's results are read: what the tables and the verdict after a run look at.
 *
 * @param metric the secondary metric that is compared, or empty for JMH's own score
 * @param axes further parameters that ask for a condition, such as a rate: their values are never
 *     compared with each other
 */
public record PrimaryMetric(String metric, String items, String scale, Set<String> axes) {
  /** Copies the set. */
  public PrimaryMetric {
    axes = Set.copyOf(axes);
  }

  /**
   * Without further axes.
   *
   * @param metric the secondary metric that is compared, or empty for JMH's own score
   */
  public PrimaryMetric(String metric, String items, String scale) {
    this(metric, items, scale, Set.of());
  }
}
