package org.docduel.stats.analysis;

/** What may be said about a candidate. */
public enum Verdict {
  /** The candidate is better by at least Delta. */
  SUPERIOR("superior"),
  /** The candidate is worse: the baseline is better by at least Delta. */
  INFERIOR("inferior"),
  /** The interval lies below Delta, but the baseline is not shown to be better by Delta either. */
  NOT_SHOWN("not shown"),
  /** The interval contains Delta. */
  INCONCLUSIVE("inconclusive"),
  /** There are fewer than three forks, or not enough independent units, on a side. */
  TOO_FEW("too few"),
  /** Nobody said which way this metric is better. */
  NO_DIRECTION("no verdict");

  private final String label;

  Verdict(String label) {
    this.label = label;
  }

  /** The name in reports. */
  public String label() {
    return label;
  }
}
