package org.docduel.stats.analysis;

import java.util.List;
import org.docduel.stats.resample.Replicates;
import org.docduel.stats.resample.Resampler;

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

  /** A relative variance this small is rounding: the units do not vary at all. */
  private static final double NO_VARIANCE = 1e-28;

  @Override
  public Estimate estimate(Draws draws) {
    Contrast contrast = draws.contrast();
    List<Units> units = contrast.members().stream().map(Units::of).toList();
    Resampler resampler = draws.resampler(Method.STUDENTIZED);
    double theta = resampler.estimate();
    double variance = resampler.variance();
    int left = units.stream().mapToInt(Units::baselineCount).sum();
    int right = units.stream().mapToInt(Units::candidateCount).sum();
    String unit = units.get(0).name();
    double delta = 1 - StrictMath.exp(theta);
    if (!(variance > NO_VARIANCE)) {
      return withoutVariance(draws.resamples(), unit, left, right, delta);
    }
    double se = Math.sqrt(variance);
    double[] t = studentized(draws.of(Method.STUDENTIZED).replicates(), theta);
    double forward = (theta - hypothesis.logThreshold()) / se;
    double backward = (theta + hypothesis.logThreshold()) / se;
    long above = Deltas.above(t, forward);
    long below = Deltas.below(t, backward);
    double tail = hypothesis.alpha() / 2;
    Ranked ranked = new Ranked(t);
    double lowest = ranked.quantile(tail);
    double highest = ranked.quantile(1 - tail);
    return new Estimate(
        Method.STUDENTIZED,
        unit,
        left,
        right,
        delta,
        new Interval(
            1 - StrictMath.exp(theta - lowest * se),
            1 - StrictMath.exp(theta - highest * se),
            hypothesis.confidence()),
        pValue.of(t.length - above, t.length),
        pValue.of(t.length - below, t.length));
  }

  private static double[] studentized(Replicates replicates, double theta) {
    double[] t = new double[replicates.size()];
    for (int i = 0; i < t.length; i++) {
      double shift = replicates.estimate(i) - theta;
      double variance = replicates.variance(i);
      t[i] = variance > NO_VARIANCE ? shift / Math.sqrt(variance) : Math.signum(shift) * UNBOUNDED;
    }
    return t;
  }

  // Units that do not vary bound nothing by resampling; the estimate itself is all there is to say.
  private Estimate withoutVariance(int resamples, String unit, int left, int right, double delta) {
    boolean varies = left > 1 && right > 1;
    long p = delta >= hypothesis.delta() ? 0 : resamples;
    long reversed = 1 - 1 / (1 - delta) >= hypothesis.delta() ? 0 : resamples;
    return new Estimate(
        Method.STUDENTIZED,
        unit,
        left,
        right,
        delta,
        varies
            ? new Interval(delta, delta, hypothesis.confidence())
            : new Interval(Double.NEGATIVE_INFINITY, 1, hypothesis.confidence()),
        varies ? pValue.of(p, resamples) : 1,
        varies ? pValue.of(reversed, resamples) : 1);
  }
}
