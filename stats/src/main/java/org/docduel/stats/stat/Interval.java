package org.docduel.stats.stat;

/**
 * A two-sided confidence interval. A bound is infinite where the data bound nothing.
 *
 * @param confidence the confidence asked for, for example 0.95
 */
public record Interval(double lower, double upper, double confidence) {
  /** Whether both bounds are there and finite. */
  public boolean bounded() {
    return Double.isFinite(lower) && Double.isFinite(upper);
  }

  /** Whether a value lies within the bounds. */
  public boolean contains(double value) {
    return lower <= value && value <= upper;
  }

  /** Without what lies below 0, for people: no mean of what is never negative does. */
  public Interval notBelowZero() {
    return new Interval(Math.max(0, lower), upper, confidence);
  }

  /** Of reductions: that of the other side's reduction. */
  public Interval mirrored() {
    return new Interval(Hypothesis.mirrored(upper), Hypothesis.mirrored(lower), confidence);
  }
}
