package org.docduel.stats.stat;

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

  /** The same with another interval. */
  public Estimate withInterval(Interval changed) {
    return new Estimate(method, unit, baselineUnits, candidateUnits, delta, changed, p, reversedP);
  }

  /** An observation, of which nothing is inferred. */
  public Estimate withoutInference() {
    Interval none = new Interval(Double.NaN, Double.NaN, interval.confidence());
    return new Estimate(
        method, unit, baselineUnits, candidateUnits, delta, none, Double.NaN, Double.NaN);
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
