package org.docduel.stats.stat;

/**
 * Two samples of units, numerator and denominator of a time ratio: where more is better, the
 * baseline's are the numerator. The arrays are only read.
 *
 * @param numerator the units above the line, at least one
 * @param denominator the units below the line, at least one
 * @param pairs what the units of one place have in common
 * @param moreIsBetter whether the baseline is the numerator
 * @param numeratorKey stands for the sample: two samples of one key hold the same units
 * @param denominatorKey stands for the other sample
 */
@SuppressWarnings("ArrayRecordComponent")
public record Stratum(
    double[] numerator,
    double[] denominator,
    Pairs pairs,
    boolean moreIsBetter,
    Object numeratorKey,
    Object denominatorKey) {

  /** What the units of one place have in common. */
  public enum Pairs {
    /** Nothing. */
    NONE,
    /** A machine, which may be ten times as fast as the next: ratios are compared. */
    MACHINES,
    /** A round of the run: what it changes, it changes a little for all. */
    ROUNDS
  }

  static Stratum of(
      double[] baseline,
      Object baselineKey,
      double[] candidate,
      Object candidateKey,
      Pairs pairs,
      boolean moreIsBetter) {
    return moreIsBetter
        ? new Stratum(baseline, candidate, pairs, true, baselineKey, candidateKey)
        : new Stratum(candidate, baseline, pairs, false, candidateKey, baselineKey);
  }

  double[] baseline() {
    return moreIsBetter ? numerator : denominator;
  }

  double[] candidate() {
    return moreIsBetter ? denominator : numerator;
  }

  boolean atLeast(int units) {
    return numerator.length >= units && denominator.length >= units;
  }
}
