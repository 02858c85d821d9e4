package org.docduel.stats.verdict;

import org.docduel.stats.jmh.HasLabel;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Interval;

/**
 * What the one-sided test at Delta says, for programs; people read the {@link Verdict}. It depends
 * on which side is called the baseline.
 */
public enum Decision implements HasLabel {
  /** The candidate is better by at least Delta. */
  SUPERIOR,
  /** The baseline is better by at least Delta. */
  INFERIOR,
  /**
   * The interval of the test lies below Delta: not better by that much. It errs in at most alpha on
   * its own, and does not say that the two are alike.
   */
  NOT_BETTER,
  /** The interval of the test contains Delta. */
  INCONCLUSIVE,
  /** As the verdict of that name. */
  WITHHELD,
  /** As the verdict of that name. */
  TOO_FEW,
  /** As the verdict of that name. */
  NO_VERDICT;

  /** Whether one side is shown to be better by at least Delta. */
  public boolean isClaim() {
    return this == SUPERIOR || this == INFERIOR;
  }

  /** Whether it says something of the two sides. */
  boolean isConclusive() {
    return isClaim() || this == NOT_BETTER;
  }

  /** The interval of the test with bounds that say what it says, whatever the rounding. */
  Interval clamp(Interval interval, Hypothesis hypothesis) {
    double superior = hypothesis.delta();
    double inferior = hypothesis.mirroredDelta();
    double lower = interval.lower();
    double upper = interval.upper();
    switch (this) {
      case SUPERIOR -> lower = Math.max(lower, superior);
      case INFERIOR -> upper = Math.min(upper, inferior);
      case NOT_BETTER -> upper = Math.max(upper, inferior);
      case INCONCLUSIVE -> lower = Math.min(lower, superior);
      default -> {}
    }
    return new Interval(lower, upper, interval.confidence());
  }
}
