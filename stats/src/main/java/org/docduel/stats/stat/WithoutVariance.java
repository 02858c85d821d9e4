package org.docduel.stats.stat;

/** What may be said about units that do not vary: they bound nothing, or everything. */
final class WithoutVariance {
  private WithoutVariance() {}

  /** With two units a side or more, the estimate itself is all there is to say. */
  static Estimate estimate(Method method, Draws draws, double theta, Hypothesis hypothesis) {
    boolean several = draws.units().stream().allMatch(Units::several);
    double limit = hypothesis.logThreshold() + Hypothesis.ROUNDING;
    double least = 1.0 / (draws.resamples() + 1.0);
    double delta = 1 - StrictMath.exp(theta);
    double alone = hypothesis.confidence();
    return Estimate.of(
        method,
        draws,
        delta,
        several
            ? new Interval(delta, delta, alone)
            : new Interval(Double.NEGATIVE_INFINITY, 1, alone),
        several && theta <= limit ? least : 1,
        several && -theta <= limit ? least : 1);
  }
}
