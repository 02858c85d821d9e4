package org.docduel.stats.report.model;

import org.docduel.stats.BadInputException;
import org.docduel.stats.Comparison;
import org.docduel.stats.analysis.Superiority;
import org.docduel.stats.analysis.SuperiorityTest;
import org.docduel.stats.sample.Interval;

/**
 * How many times as fast a candidate is as a baseline: time of the baseline over time of the
 * candidate.
 *
 * @param ratio above 1 where the candidate is faster
 * @param lower bound of the interval; NaN where there is none
 * @param upper bound of the interval; NaN where there is none
 */
public record SpeedUp(double ratio, double lower, double upper) {
  /** Enough for an interval that is read to three digits. */
  private static final int RESAMPLES = 2_000;

  private static final SuperiorityTest TEST =
      SuperiorityTest.withDefaults().withResamples(RESAMPLES);

  /**
   * Measures one.
   *
   * @param comparison the two sides
   * @return the ratio with its interval, or without one where there are too few forks
   */
  public static SpeedUp of(Comparison comparison) {
    double means = comparison.baseline().mean() / comparison.candidate().mean();
    try {
      TEST.requireTestable(comparison);
      Superiority row = TEST.test(comparison);
      Interval interval = row.interval();
      return new SpeedUp(
          1 / (1 - row.delta()), 1 / (1 - interval.lower()), 1 / (1 - interval.upper()));
    } catch (BadInputException e) {
      return new SpeedUp(means, Double.NaN, Double.NaN);
    }
  }

  /** Seen from the other side. */
  public SpeedUp reversed() {
    return new SpeedUp(1 / ratio, 1 / upper, 1 / lower);
  }

  /** Whether both bounds are known. */
  public boolean bounded() {
    return lower > 0 && upper < Double.POSITIVE_INFINITY;
  }
}
