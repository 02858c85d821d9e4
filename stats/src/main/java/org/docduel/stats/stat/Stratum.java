package org.docduel.stats.stat;

/**
 * Two samples of units, numerator and denominator of a time ratio: where more is better, the
 * baseline's are the numerator. The arrays are only read.
 */
public final class Stratum {
  private final double[] numerator;
  private final double[] denominator;
  private final boolean paired;
  private final boolean moreIsBetter;
  private final Object numeratorKey;
  private final Object denominatorKey;

  private Stratum(Side numerator, Side denominator, boolean paired, boolean moreIsBetter) {
    this.numerator = numerator.units();
    this.denominator = denominator.units();
    this.paired = paired;
    this.moreIsBetter = moreIsBetter;
    this.numeratorKey = numerator.key();
    this.denominatorKey = denominator.key();
  }

  static Stratum of(Side baseline, Side candidate, boolean paired, boolean moreIsBetter) {
    return moreIsBetter
        ? new Stratum(baseline, candidate, paired, true)
        : new Stratum(candidate, baseline, paired, false);
  }

  /**
   * One side.
   *
   * @param units its units, as observed
   * @param key stands for the sample: two samples of one key hold the same units
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Side(double[] units, Object key) {}

  boolean moreIsBetter() {
    return moreIsBetter;
  }

  /** The units above the line, at least one. */
  public double[] numerator() {
    return numerator;
  }

  /** The units below the line, at least one. */
  public double[] denominator() {
    return denominator;
  }

  Object numeratorKey() {
    return numeratorKey;
  }

  Object denominatorKey() {
    return denominatorKey;
  }

  /** The mean of the baseline's units. */
  double baselineMean() {
    return Means.mean(moreIsBetter ? numerator : denominator);
  }

  /** The mean of the candidate's units. */
  double candidateMean() {
    return Means.mean(moreIsBetter ? denominator : numerator);
  }

  int baselineCount() {
    return moreIsBetter ? numerator.length : denominator.length;
  }

  int candidateCount() {
    return moreIsBetter ? denominator.length : numerator.length;
  }

  /** Whether the units of the two samples belong together by their order. */
  public boolean paired() {
    return paired;
  }
}
