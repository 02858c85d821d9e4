package org.docduel.stats.verdict;

import java.util.EnumSet;
import java.util.Set;
import org.docduel.stats.stat.Critical;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.LogRatio;
import org.docduel.stats.stat.Row;
import org.docduel.stats.stat.Row.Side;
import org.docduel.stats.stat.Statistic;

/**
 * What a claim must withstand beside its test: slow iterations that hit forks at random, and the
 * difference of a store from its own twin. Without the first, four equal stores whose iterations
 * pause now and then make false claims in up to 13 % of runs (PausesCalibrationTest).
 *
 * @param comparisons how many are read together
 */
record ClaimCheck(SuperiorityTest test, Row row, int comparisons) {

  /** What speaks against a claim. */
  enum Weakness {
    /** The means of each fork's middle iterations do not show it. */
    SLOW_ITERATIONS,
    /** Neither do they, but every fork of the slower side has its slow iterations. */
    SLOW_ITERATIONS_IN_EVERY_FORK,
    /** It does not exceed what equal stores may differ by, as a twin shows. */
    TWIN
  }

  /**
   * What speaks against a claim; nothing where it stands.
   *
   * @param faster whether the candidate is claimed to be the faster side
   * @param hypothesis with the difference that is claimed
   * @param critical where the claim begins
   * @param bound the smallest log ratio of the slower side to the faster one that the interval
   *     leaves
   * @param byUnit whether forks are compared, rather than observations
   */
  Set<Weakness> weaknesses(
      boolean faster, Hypothesis hypothesis, Critical critical, double bound, boolean byUnit) {
    Set<Weakness> found = EnumSet.noneOf(Weakness.class);
    double delta = -hypothesis.logThreshold();
    if (test.twinDifference > 0 && bound <= delta + noiseFloor()) {
      found.add(Weakness.TWIN);
    }
    if (byUnit && test.statistic == Statistic.MEAN) {
      Row middle = middle();
      if (!isShown(middle.ratio(), faster, delta, critical)) {
        double p = row.slowIterationsP(middle, faster ? Side.BASELINE : Side.CANDIDATE);
        found.add(
            p * comparisons <= test.hypothesis.alpha()
                ? Weakness.SLOW_ITERATIONS_IN_EVERY_FORK
                : Weakness.SLOW_ITERATIONS);
      }
    }
    return found;
  }

  /** The row of the means of each fork's middle iterations. */
  Row middle() {
    return row.withStatistic(Statistic.TRIMMED);
  }

  /**
   * Whether the middle iterations show a claim too; one that is not the first of its family as well
   * as the means do.
   */
  private boolean isShown(LogRatio middle, boolean faster, double delta, Critical critical) {
    LogRatio mean = row.ratio();
    // alone the middles of a gate know their variance poorly
    LogRatio spread = test.sharedVariance ? mean : middle;
    double reach = 0;
    if (spread.varies()) {
      double t = critical.t(spread.df());
      if (mean.varies()) {
        t = Math.min(t, (difference(mean, faster) - delta) / Math.sqrt(mean.variance()));
      }
      reach = t * Math.sqrt(spread.variance());
    }
    // a side that did nothing in its middle iterations has no ratio: that shows nothing either
    return difference(middle, faster) - reach >= delta - Hypothesis.ROUNDING;
  }

  private static double difference(LogRatio ratio, boolean faster) {
    return faster ? -ratio.theta() : ratio.theta();
  }

  /**
   * The log ratio by which two equal stores may differ, in alpha of runs over all comparisons. The
   * difference of a twin says how much with one degree of freedom, so that it is multiplied by the
   * quantile of Student's t with one: 12.7 for a single comparison. 0 where no twin is shown to
   * differ.
   */
  double noiseFloor() {
    double tail = test.hypothesis.alpha() / 2 / comparisons;
    return test.twinDifference / StrictMath.tan(Math.PI * tail);
  }
}
