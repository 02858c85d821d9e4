package org.docduel.stats.stat;

/**
 * Resampled estimates read as time reductions. Ratios and log ratios fall as reductions rise. The
 * loops stand alone, for the compiler's sake.
 */
final class Deltas {
  private final double[] estimates;
  private final boolean log;
  private final double observed;
  private final Ranked ranked;

  Deltas(Resampler resampler, Replicates replicates) {
    this.estimates = replicates.estimates();
    this.log = resampler.scale() == Resampler.Scale.LOG;
    this.observed = resampler.estimate();
    this.ranked = new Ranked(estimates);
  }

  double observed() {
    return delta(observed);
  }

  private double delta(double estimate) {
    return 1 - (log ? StrictMath.exp(estimate) : estimate);
  }

  /**
   * The number of resamples with a time reduction below a threshold. What differs from it by no
   * more than rounding is not below.
   */
  long below(double threshold) {
    return above(estimates, beyond(StrictMath.log1p(-threshold)));
  }

  /** How many numbers are above a limit. */
  static long above(double[] estimates, double limit) {
    long count = 0;
    for (double estimate : estimates) {
      count += estimate > limit ? 1 : 0;
    }
    return count;
  }

  /**
   * The number of resamples in which the baseline's reduction against the candidate is below a
   * threshold.
   */
  long reversedBelow(double threshold) {
    double limit = -StrictMath.log1p(-threshold) - Hypothesis.ROUNDING;
    return below(estimates, log ? limit : StrictMath.exp(limit));
  }

  private double beyond(double logRatio) {
    double limit = logRatio + Hypothesis.ROUNDING;
    return log ? limit : StrictMath.exp(limit);
  }

  /** How many numbers are below a limit. */
  static long below(double[] estimates, double limit) {
    long count = 0;
    for (double estimate : estimates) {
      count += estimate < limit ? 1 : 0;
    }
    return count;
  }

  /** The interval between two shares of the resampled reductions. */
  Interval interval(double lowerShare, double upperShare, double confidence) {
    double upper = delta(ranked.quantile(1 - upperShare));
    double lower = delta(ranked.quantile(1 - lowerShare));
    return new Interval(lower, upper, confidence);
  }
}
