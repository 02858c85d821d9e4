package org.docduel.stats.test;

import org.apache.commons.statistics.descriptive.Quantile;
import org.docduel.stats.resample.Replicates;
import org.docduel.stats.resample.Resampler;

/** Resampled estimates read as time reductions. Ratios and log ratios fall as reductions rise. */
final class Deltas {
  private static final Quantile TYPE_7 =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF7).withCopy(true);
  private final double[] estimates;
  private final boolean log;
  private final double observed;

  Deltas(Resampler resampler, Replicates replicates) {
    this.estimates = replicates.estimates();
    this.log = resampler.scale() == Resampler.Scale.LOG;
    this.observed = resampler.estimate();
  }

  double observed() {
    return delta(observed);
  }

  private double delta(double estimate) {
    return 1 - (log ? StrictMath.exp(estimate) : estimate);
  }

  /** The number of resamples with a time reduction below a threshold. */
  long below(double threshold) {
    double limit = StrictMath.log1p(-threshold);
    long count = 0;
    for (double estimate : estimates) {
      if (log ? estimate > limit : 1 - estimate < threshold) {
        count++;
      }
    }
    return count;
  }

  /**
   * The number of resamples in which the baseline's reduction against the candidate is below a
   * threshold.
   */
  long reversedBelow(double threshold) {
    double limit = StrictMath.log1p(-threshold);
    long count = 0;
    for (double estimate : estimates) {
      if (log ? -estimate > limit : 1 - 1 / estimate < threshold) {
        count++;
      }
    }
    return count;
  }

  /** The share of resamples below the observed estimate, ties counted half. */
  double shareBelowObserved() {
    long below = 0;
    long equal = 0;
    for (double estimate : estimates) {
      if (estimate > observed) {
        below++;
      } else if (estimate == observed) {
        equal++;
      }
    }
    return (below + 0.5 * equal) / estimates.length;
  }

  /** The interval between two shares of the resampled reductions. */
  Interval interval(double lowerShare, double upperShare, double confidence) {
    double[] bounds = TYPE_7.evaluate(estimates, 1 - upperShare, 1 - lowerShare);
    return new Interval(delta(bounds[1]), delta(bounds[0]), confidence);
  }
}
