package org.docduel.stats.verdict;

import org.docduel.stats.jmh.HasLabel;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Interval;

/** What may be said about a candidate. */
public enum Verdict implements HasLabel {
  /** The candidate is better by at least Delta. */
  SUPERIOR,
  /** The candidate is worse: the baseline is better by at least Delta. */
  INFERIOR,
  /**
   * The interval lies below Delta: not better by that much. It errs in at most alpha on its own,
   * and does not say that the two are alike.
   */
  NOT_BETTER,
  /** The interval contains Delta. */
  INCONCLUSIVE,
  /** A claim is not made: it hangs on a few iterations, or a twin differs from its store. */
  WITHHELD,
  /** There are fewer than three forks, or not enough independent units, on a side. */
  TOO_FEW,
  /** Nobody said which way this metric is better. */
  NO_VERDICT;

  /** Whether one side is shown to be better. */
  public boolean claimed() {
    return this == SUPERIOR || this == INFERIOR;
  }

  /** Whether it says something of the two sides. */
  boolean decided() {
    return claimed() || this == NOT_BETTER;
  }

  /** The interval with bounds that say what the verdict says, whatever the rounding. */
  Interval agreeing(Interval interval, Hypothesis hypothesis) {
    double superior = hypothesis.delta();
    double inferior = 1 - 1 / (1 - superior);
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
