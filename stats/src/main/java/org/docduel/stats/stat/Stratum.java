package org.docduel.stats.stat;

import java.util.Arrays;

/**
 * Two samples of units, numerator and denominator of a time ratio. Of rates, and of whatever more
 * is better, the baseline's are the numerator. The arrays are only read.
 */
public final class Stratum {
  private final double[] numerator;
  private final double[] denominator;
  private final boolean paired;
  private final Averaging averaging;
  private final Object numeratorKey;
  private final Object denominatorKey;

  private Stratum(
      double[] numerator,
      double[] denominator,
      boolean paired,
      Averaging averaging,
      Object numeratorKey,
      Object denominatorKey) {
    this.numerator = numerator;
    this.denominator = denominator;
    this.paired = paired;
    this.averaging = averaging;
    this.numeratorKey = numeratorKey;
    this.denominatorKey = denominatorKey;
  }

  static Stratum of(Side baseline, Side candidate, boolean paired, Averaging averaging) {
    return averaging == Averaging.TIMES
        ? new Stratum(
            candidate.units(), baseline.units(), paired, averaging, candidate.key(), baseline.key())
        : new Stratum(
            averaging.rates(baseline.units()),
            averaging.rates(candidate.units()),
            paired,
            averaging,
            baseline.key(),
            candidate.key());
  }

  /**
   * One side.
   *
   * @param units its units, as observed
   * @param key stands for the sample: two samples of one key hold the same units
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Side(double[] units, Object key) {}

  /** What a mean is a mean of. */
  enum Averaging {
    /** Times, or what less is better of. */
    TIMES,
    /** Rates that were inverted when they were read. */
    INVERTED_RATES,
    /** Numbers of which more is better. */
    RATES;

    double[] rates(double[] units) {
      return this == INVERTED_RATES ? Arrays.stream(units).map(unit -> 1 / unit).toArray() : units;
    }

    private double observation(double mean) {
      return this == INVERTED_RATES ? 1 / mean : mean;
    }
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

  /** The mean of the baseline's units, in the units of the observations. */
  double baselineMean() {
    return averaging.observation(mean(averaging == Averaging.TIMES ? denominator : numerator));
  }

  /** The mean of the candidate's units, in the units of the observations. */
  double candidateMean() {
    return averaging.observation(mean(averaging == Averaging.TIMES ? numerator : denominator));
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  int baselineCount() {
    return averaging == Averaging.TIMES ? denominator.length : numerator.length;
  }

  int candidateCount() {
    return averaging == Averaging.TIMES ? numerator.length : denominator.length;
  }

  /** Whether the units of the two samples belong together by their order. */
  public boolean paired() {
    return paired;
  }
}
