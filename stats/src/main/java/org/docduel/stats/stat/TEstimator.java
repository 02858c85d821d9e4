package org.docduel.stats.stat;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Student's t on the log ratio of means: {@code t = (theta - log(1 - Delta)) / se} with the
 * standard error by the delta method and Satterthwaite's degrees of freedom.
 *
 * @param hypothesis what is tested
 */
record TEstimator(Hypothesis hypothesis) implements Estimator {

  @Override
  public Estimate estimate(Draws draws, double score) {
    LogRatio ratio = draws.ratio();
    if (!ratio.varies()) {
      return WithoutVariance.estimate(Method.T, draws, ratio.theta(), hypothesis);
    }
    double se = Math.sqrt(ratio.variance());
    double threshold = hypothesis.logThreshold();
    TDistribution t = TDistribution.of(ratio.df());
    double reach = NormalScore.t(score, ratio.df()) * se;
    return Estimate.of(
        Method.T,
        draws,
        1 - StrictMath.exp(ratio.theta()),
        new Interval(
            1 - StrictMath.exp(ratio.theta() + reach),
            1 - StrictMath.exp(ratio.theta() - reach),
            1 - 2 * NormalScore.p(score)),
        Digits.settled(t.cumulativeProbability((ratio.theta() - threshold) / se)),
        Digits.settled(t.survivalProbability((ratio.theta() + threshold) / se)));
  }
}
