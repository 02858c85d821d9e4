package org.docduel.stats.stat;

import org.docduel.stats.jmh.HasLabel;

/** How a verdict is reached. */
public enum Method implements HasLabel {
  /**
   * Resamples observations, each side on its own; percentile interval. Kept for comparison with
   * other programs: it takes the iterations of a fork for independent and so claims too much.
   */
  PERCENTILE,
  /** Resamples machines, forks within them and iterations within forks; percentile interval. */
  HIERARCHICAL,
  /**
   * Bootstrap-t on the log ratio of means, with the highest level that has enough members
   * (machines, forks, observations) as the unit (Efron and Tibshirani 1993, chapter 12).
   */
  STUDENTIZED,
  /**
   * Student's t on the log ratio of means (delta method, Satterthwaite's degrees of freedom), with
   * the units of studentized. The default.
   */
  T,
  /** Welch's t on the logarithms of the same units, a check without resampling. */
  WELCH;

  /** Whether it works with whole units, forks wherever there are several. */
  public boolean byUnit() {
    return this == T || this == WELCH || this == STUDENTIZED;
  }

  /** Whether it resamples the members of a row, each on its own. */
  public boolean resamples() {
    return this != T && this != WELCH;
  }
}
