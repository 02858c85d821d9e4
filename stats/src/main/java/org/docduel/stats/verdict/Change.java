package org.docduel.stats.verdict;

import org.docduel.stats.jmh.Quantity;

/**
 * How something changed between two runs.
 *
 * @param row the test of the later run against the earlier one with Delta 0, adjusted over all
 *     benchmarks and both directions
 * @param quantity what was compared
 * @param kind what may be said
 * @param detectable the relative slowdown that this comparison would have seen in half of all runs,
 *     for example 0.05; infinite when it could see none
 */
public record Change(Superiority row, Quantity quantity, Kind kind, double detectable) {
  /** Forks a side without which there is no gate. */
  public static final int FORKS_OF_GATE = 5;

  /**
   * Forks a side with which one slowdown of 5 % among twenty benchmarks is seen in six of seven.
   */
  public static final int FORKS_ADVISED = 7;

  /** What may be said about a change. */
  public enum Kind {
    /** The later run is shown to be slower. */
    SLOWER("slower"),
    /** The later run is shown to be faster. */
    FASTER("faster"),
    /** Shown to have changed by less than the margin. */
    WITHIN("within"),
    /** Nothing is shown; that is not the same as equal. */
    NOT_SHOWN("no change shown"),
    /** A change that hangs on a few iterations is not claimed. */
    WITHHELD("withheld"),
    /** There are not enough forks to decide. */
    TOO_FEW("too few"),
    /** Nobody said which way this metric is better. */
    NO_DIRECTION("no verdict");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** The name in reports. */
    public String label() {
      return label;
    }
  }

  /** Relative change of the time: 0.05 is 5 % slower. */
  public double relative() {
    return row.primary().timeRatio() - 1;
  }

  /** The smallest relative change that is not ruled out. */
  public double least() {
    return -row.interval().upper();
  }

  /** The largest relative change that is not ruled out. */
  public double most() {
    return -row.interval().lower();
  }

  /**
   * Whether there are forks enough for a gate; with fewer, alarms and blindness are both common.
   */
  public boolean enough() {
    return Math.min(row.primary().baselineUnits(), row.primary().candidateUnits()) >= FORKS_OF_GATE;
  }

  /**
   * Whether this is a regression: shown to be slower, and a slowdown of a threshold is not ruled
   * out.
   *
   * @param threshold for example 0.05
   */
  public boolean regressed(double threshold) {
    return kind == Kind.SLOWER && enough() && most() >= threshold;
  }

  /**
   * Whether a regression of this size would have been missed in more than half of all runs.
   *
   * @param threshold for example 0.05
   */
  public boolean blind(double threshold) {
    return !enough() || detectable > threshold;
  }
}
