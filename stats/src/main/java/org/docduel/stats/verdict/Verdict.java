package org.docduel.stats.verdict;

import org.docduel.stats.jmh.HasLabel;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Interval;

/**
 * What may be said of a candidate against a baseline: which is faster, and by how much at least.
 * Exchanging the sides mirrors it. Of what is no time and no rate, faster means better.
 */
public enum Verdict implements HasLabel {
  /** The candidate is faster by Delta or more: the one-sided test at Delta shows it. */
  FASTER_BY_DELTA,
  /** The candidate is faster; a difference of Delta is not shown. */
  FASTER,
  /** Neither is shown to be faster, and a difference of Delta is excluded. */
  SAME,
  /** Neither is shown to be faster, and a difference of Delta is not excluded. */
  UNDECIDED,
  /** The baseline is faster; a difference of Delta is not shown. */
  SLOWER,
  /** The baseline is faster by Delta or more. */
  SLOWER_BY_DELTA,
  /** The two must not be compared, or the method ignores interim analyses: a warning says why. */
  WITHHELD,
  /** There are fewer than three forks, or not enough independent units, on a side. */
  TOO_FEW,
  /** Nobody said which way this metric is better. */
  NO_VERDICT;

  /**
   * The verdict of a tested comparison.
   *
   * @param decision the one-sided test at Delta, adjusted
   * @param anyDifference the p of the claims that either side is faster at all, adjusted
   * @param interval of the reduction; all of a family hold together
   */
  static Verdict of(
      Decision decision,
      Superiority.Adjusted anyDifference,
      Interval interval,
      Hypothesis hypothesis) {
    boolean any = hypothesis.delta() == 0;
    return switch (decision) {
      case SUPERIOR -> any ? FASTER : FASTER_BY_DELTA;
      case INFERIOR -> any ? SLOWER : SLOWER_BY_DELTA;
      case WITHHELD -> WITHHELD;
      case TOO_FEW -> TOO_FEW;
      case NO_VERDICT -> NO_VERDICT;
      default ->
          anyDifference.p() < hypothesis.alpha()
              ? FASTER
              : anyDifference.reversedP() < hypothesis.alpha()
                  ? SLOWER
                  : excludesDelta(interval, hypothesis) ? SAME : UNDECIDED;
    };
  }

  /** Whether neither side can be faster by Delta. */
  static boolean excludesDelta(Interval interval, Hypothesis hypothesis) {
    return interval.upper() < hypothesis.delta() && interval.lower() > hypothesis.mirroredDelta();
  }

  /** Whether the candidate is shown to be faster. */
  public boolean isFaster() {
    return this == FASTER || this == FASTER_BY_DELTA;
  }

  /** Whether the baseline is shown to be faster. */
  public boolean isSlower() {
    return this == SLOWER || this == SLOWER_BY_DELTA;
  }

  /** Whether one side is shown to be faster. */
  public boolean isDirectional() {
    return isFaster() || isSlower();
  }

  /** Whether a difference of Delta is shown. */
  public boolean isByDelta() {
    return this == FASTER_BY_DELTA || this == SLOWER_BY_DELTA;
  }

  /** The verdict on the baseline against the candidate. */
  public Verdict mirrored() {
    return switch (this) {
      case FASTER_BY_DELTA -> SLOWER_BY_DELTA;
      case FASTER -> SLOWER;
      case SLOWER -> FASTER;
      case SLOWER_BY_DELTA -> FASTER_BY_DELTA;
      default -> this;
    };
  }

  /**
   * The interval with bounds that say what the verdict says. A claim that is shown among others,
   * though not first, has the bound at which it begins (Strassburger and Bretz 2008,
   * doi:10.1002/sim.3338).
   */
  Interval clamp(Interval interval, Hypothesis hypothesis) {
    double faster = hypothesis.delta();
    double slower = hypothesis.mirroredDelta();
    double lower = interval.lower();
    double upper = interval.upper();
    switch (this) {
      case FASTER_BY_DELTA -> lower = Math.max(lower, faster);
      case FASTER -> lower = Math.max(lower, 0);
      case UNDECIDED -> {
        lower = Math.min(lower, 0);
        upper = Math.max(upper, 0);
      }
      case SLOWER -> upper = Math.min(upper, 0);
      case SLOWER_BY_DELTA -> upper = Math.min(upper, slower);
      default -> {}
    }
    return new Interval(lower, upper, interval.confidence());
  }
}
