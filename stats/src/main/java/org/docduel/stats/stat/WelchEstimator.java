package org.docduel.stats.stat;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;
import org.docduel.stats.jmh.BadInputException;

/**
 * Welch's t on the logarithms of the units (Welch 1947, doi:10.1093/biomet/34.1-2.28), with
 * Satterthwaite's degrees of freedom over all samples of a mean of log ratios. Pairs give a paired
 * t on log ratios.
 *
 * @param hypothesis what is tested
 */
record WelchEstimator(Hypothesis hypothesis) implements Estimator {

  /** An estimate with its variance and {@code sum(v^2 / df)}. */
  private record Moments(double theta, double variance, double spread) {

    Moments scaled(double weight) {
      double square = weight * weight;
      return new Moments(theta * weight, variance * square, spread * square * square);
    }

    Moments plus(Moments other) {
      return new Moments(theta + other.theta, variance + other.variance, spread + other.spread);
    }
  }

  @Override
  public Estimate estimate(Draws draws, double score) {
    List<Units> units = draws.units();
    Moments moments = new Moments(0, 0, 0);
    for (Units member : units) {
      double weight = 1.0 / units.size() / member.strata().size();
      for (Stratum stratum : member.strata()) {
        moments = moments.plus(of(stratum).scaled(weight));
      }
    }
    if (moments.variance == 0) {
      return WithoutVariance.estimate(Method.WELCH, draws, moments.theta, hypothesis);
    }
    double[] p = {1, 1};
    double[] bounds = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    if (moments.variance > 0) {
      double se = Math.sqrt(moments.variance);
      TDistribution t = TDistribution.of(moments.variance * moments.variance / moments.spread);
      double quantile =
          Digits.settled(t.inverseSurvivalProbability(Math.max(1e-300, NormalScore.p(score))));
      double threshold = hypothesis.logThreshold();
      p[0] = Digits.settled(t.cumulativeProbability((moments.theta - threshold) / se));
      p[1] = Digits.settled(t.survivalProbability((moments.theta + threshold) / se));
      bounds[0] = moments.theta + quantile * se;
      bounds[1] = moments.theta - quantile * se;
    }
    return Estimate.of(
        Method.WELCH,
        draws,
        1 - StrictMath.exp(moments.theta),
        new Interval(
            1 - StrictMath.exp(bounds[0]),
            1 - StrictMath.exp(bounds[1]),
            1 - 2 * NormalScore.p(score)),
        p[0],
        p[1]);
  }

  private static Moments of(Stratum stratum) {
    if (stratum.paired()) {
      return mean(PairedLogRatio.logRatios(stratum.denominator(), stratum.numerator()));
    }
    return mean(logs(stratum.numerator())).plus(mean(logs(stratum.denominator())).scaled(-1));
  }

  private static double[] logs(double[] values) {
    double[] logs = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      if (values[i] <= 0) {
        throw new BadInputException(
            "method welch takes logarithms, and one fork has no operation; use --method t");
      }
      logs[i] = StrictMath.log(values[i]);
    }
    return logs;
  }

  private static Moments mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    double mean = sum / values.length;
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    double df = values.length - 1.0;
    // A single unit has no variance; NaN then leaves the estimate unbounded.
    double variance = squares / df / values.length;
    return new Moments(mean, variance, variance * variance / df);
  }
}
