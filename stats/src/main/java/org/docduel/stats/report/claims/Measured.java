package org.docduel.stats.report.claims;

import org.docduel.stats.analysis.Interval;

/**
 * What was measured for a claim.
 *
 * @param value the value in the terms of the claim's measure; NaN when there is none
 * @param interval its interval; NaN bounds when it has none
 * @param reason why there is no value; empty when there is one
 */
public record Measured(double value, Interval interval, String reason) {
  static Measured none(String reason) {
    return new Measured(Double.NaN, new Interval(Double.NaN, Double.NaN, 0), reason);
  }

  /** Whether there is a value. */
  public boolean present() {
    return reason.isEmpty();
  }
}
