package org.docduel.stats.stat;

import java.util.Set;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What one method says about one comparison.
 *
 * @param unit what it takes for independent: observation, fork, round, file or machine
 * @param baselineUnits number of units of the baseline
 * @param candidateUnits number of units of the candidate
 * @param delta time reduction as a fraction, {@code (baseline - candidate) / baseline}
 * @param interval two-sided interval of delta
 * @param p one-sided p of H0 {@code delta < Delta}
 * @param reversedP p of the same test with the sides exchanged
 * @param standardError of the natural logarithm of the time ratio; 0 where units do not vary, NaN
 *     of a method that has none
 * @param df its degrees of freedom; NaN where it has none
 */
public record Estimate(
    Method method,
    String unit,
    int baselineUnits,
    int candidateUnits,
    double delta,
    Interval interval,
    double p,
    double reversedP,
    double standardError,
    double df) {
  /** More forks than anybody plans for one verdict. */
  private static final int MAX_FORKS = 1000;

  private static final double POWER = 0.8;

  /** The same with another interval. */
  public Estimate withInterval(Interval changed) {
    return new Estimate(
        method,
        unit,
        baselineUnits,
        candidateUnits,
        delta,
        changed,
        p,
        reversedP,
        standardError,
        df);
  }

  /** An observation, of which nothing is inferred. */
  public Estimate withoutInference() {
    Interval none = new Interval(Double.NaN, Double.NaN, interval.confidence());
    return new Estimate(
        method,
        unit,
        baselineUnits,
        candidateUnits,
        delta,
        none,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        Double.NaN);
  }

  /** Candidate time over baseline time: 0.8 is a time reduction of 20 %. */
  public double timeRatio() {
    return 1 - delta;
  }

  /**
   * Candidate throughput over baseline throughput: a time reduction of 20 % is a throughput ratio
   * of 1.25.
   */
  public double throughputRatio() {
    return 1 / timeRatio();
  }

  /** The natural logarithm of the time ratio. */
  public double logRatio() {
    return StrictMath.log(timeRatio());
  }

  /**
   * Forks a side of a new run that would show, in four of five runs, that the true log ratio is not
   * as far away as this.
   *
   * @param forks a side that there are, in each combination
   * @param distance from the true log ratio, above 0
   * @param tail the one-sided level at which a bound is taken
   * @return more forks than there are; 0 when no number up to 1,000 would do, or when forks are not
   *     the unit
   */
  public int neededForks(int forks, double distance, double tail) {
    if (!(standardError > 0) || !Set.of("fork", "round").contains(unit)) {
      return 0;
    }
    for (int more = forks + 1; more <= MAX_FORKS; more++) {
      TDistribution t = TDistribution.of(df * (more - 1) / (forks - 1));
      double reach = t.inverseSurvivalProbability(tail) + t.inverseSurvivalProbability(1 - POWER);
      if (reach * standardError * Math.sqrt((double) forks / more) < distance) {
        return more;
      }
    }
    return 0;
  }
}
