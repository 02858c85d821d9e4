package org.docduel.stats.stat;

/**
 * What one method says about one comparison.
 *
 * @param method the method
 * @param unit what it takes for independent: observation, fork, machine or pair
 * @param baselineUnits number of units of the baseline
 * @param candidateUnits number of units of the candidate
 * @param delta time reduction as a fraction, {@code (baseline - candidate) / baseline}
 * @param interval two-sided interval of delta
 * @param p one-sided p of H0 {@code delta < Delta}
 * @param reversedP p of the same test with the sides exchanged
 */
public record Estimate(
    Method method,
    String unit,
    int baselineUnits,
    int candidateUnits,
    double delta,
    Interval interval,
    double p,
    double reversedP) {

  static Estimate of(
      Method method, Draws draws, double delta, Interval interval, double p, double reversedP) {
    return new Estimate(
        method,
        draws.units().get(0).name(),
        draws.units().stream().mapToInt(Units::baselineCount).sum(),
        draws.units().stream().mapToInt(Units::candidateCount).sum(),
        delta,
        interval,
        p,
        reversedP);
  }

  /** The same with another interval. */
  public Estimate withInterval(Interval changed) {
    return new Estimate(method, unit, baselineUnits, candidateUnits, delta, changed, p, reversedP);
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
}
