package org.docduel.stats.stat;

/**
 * Bootstrap-t on the log ratio of means (Efron and Tibshirani 1993, section 12.5). With {@code t* =
 * (theta* - theta) / se*}, the p-value counts the resamples with {@code t* <= (theta - log(1 -
 * Delta)) / se}: the observed distance from the boundary of H0 against what resampling at that
 * boundary gives.
 *
 * @param hypothesis what is tested
 * @param pValue how a count becomes a p
 */
record StudentizedEstimator(Hypothesis hypothesis, PValue pValue) implements Estimator {
  /**
   * Stands for an unbounded t, small enough that interpolation between two of them stays finite.
   */
  private static final double UNBOUNDED = 1e200;

  @Override
  public Estimate estimate(Draws draws, double score) {
    Resampler resampler = draws.resampler(Method.STUDENTIZED);
    double theta = resampler.estimate();
    double variance = resampler.variance();
    if (!(variance > LogRatio.NO_VARIANCE)) {
      return WithoutVariance.estimate(Method.STUDENTIZED, draws, theta, hypothesis);
    }
    double se = Math.sqrt(variance);
    double[] t = studentized(draws.of(Method.STUDENTIZED).replicates(), theta);
    double forward = (theta - hypothesis.logThreshold()) / se;
    double backward = (theta + hypothesis.logThreshold()) / se;
    long above = Deltas.above(t, forward);
    long below = Deltas.below(t, backward);
    double tail = NormalScore.p(score);
    Ranked ranked = new Ranked(t);
    double lowest = ranked.quantile(tail);
    double highest = ranked.quantile(1 - tail);
    return Estimate.of(
        Method.STUDENTIZED,
        draws,
        1 - StrictMath.exp(theta),
        new Interval(
            1 - StrictMath.exp(theta - lowest * se),
            1 - StrictMath.exp(theta - highest * se),
            1 - 2 * tail),
        pValue.of(t.length - above, t.length),
        pValue.of(t.length - below, t.length));
  }

  private static double[] studentized(Replicates replicates, double theta) {
    double[] t = new double[replicates.size()];
    for (int i = 0; i < t.length; i++) {
      double shift = replicates.estimate(i) - theta;
      double variance = replicates.variance(i);
      t[i] =
          variance > LogRatio.NO_VARIANCE
              ? shift / Math.sqrt(variance)
              : Math.signum(shift) * UNBOUNDED;
    }
    return t;
  }
}
