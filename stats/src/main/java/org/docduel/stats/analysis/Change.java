package org.docduel.stats.analysis;

import org.docduel.stats.Quantity;

/**
 * How something changed between two runs.
 *
 * @param row the test of the later run against the earlier one with Delta 0
 * @param quantity what was compared
 * @param slowerP p of the claim that the later run is slower, adjusted for the number of
 *     comparisons
 * @param fasterP p of the claim that the later run is faster, adjusted likewise
 * @param kind what may be said
 */
public record Change(
    Superiority row, Quantity quantity, double slowerP, double fasterP, Kind kind) {

  /** What may be said about a change. */
  public enum Kind {
    /** The later run is shown to be slower. */
    SLOWER("slower"),
    /** The later run is shown to be faster. */
    FASTER("faster"),
    /** Neither is shown; that is not the same as equal. */
    NOT_SHOWN("no change shown"),
    /** There are not enough independent units to decide. */
    TOO_FEW("too few");

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

  /**
   * Whether this is a regression: shown to be slower, and by a threshold or more as estimated.
   *
   * @param threshold for example 0.05
   */
  public boolean regressed(double threshold) {
    return kind == Kind.SLOWER && relative() >= threshold;
  }
}
