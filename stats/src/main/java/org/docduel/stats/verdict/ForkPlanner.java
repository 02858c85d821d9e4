package org.docduel.stats.verdict;

import org.apache.commons.statistics.distribution.TDistribution;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Comparison;
import org.docduel.stats.jmh.Observations;

/**
 * Plans the number of forks from a pilot run. With {@code s} the standard deviation of the log
 * ratio of one fork a side and {@code e} the distance of the assumed log ratio from the boundary,
 * {@code n} forks a side are enough when {@code n >= (t(1 - alpha) + t(power))^2 s^2 / e^2}, both
 * quantiles with {@code 2 (n - 1)} degrees of freedom (Chow, Shao and Wang 2008, section 3.2).
 *
 * @param delta Delta, the time reduction to be shown, from 0 to below 1
 * @param alpha one-sided level, above 0 and at most 0.5
 */
public record ForkPlanner(double delta, double alpha) {
  /** Fewer forks give no verdict. */
  public static final int LEAST = 3;

  /** More forks than anybody will run. */
  public static final int MOST = 100_000;

  /** Checks the ranges. */
  public ForkPlanner {
    if (!(delta >= 0 && delta < 1)) {
      throw new IllegalArgumentException(
          "delta " + delta + " is out of range; a fraction from 0 to below 1 is expected");
    }
    if (!(alpha > 0 && alpha <= 0.5)) {
      throw new IllegalArgumentException(
          "alpha " + alpha + " is out of range; above 0 and at most 0.5 is expected");
    }
  }

  /**
   * Plans a comparison whose true time reduction is the pilot's.
   *
   * @param pilot at least 2 forks a side
   * @param power above 0.5 and below 1
   */
  public ForkPlan plan(Comparison pilot, double power) {
    requirePower(power);
    double variance = variance(pilot.baseline()) + variance(pilot.candidate());
    double ratio = mean(pilot.candidate()) / mean(pilot.baseline());
    double distance = StrictMath.log1p(-delta) - StrictMath.log(ratio);
    int pilotForks = Math.min(pilot.baseline().forks().size(), pilot.candidate().forks().size());
    return new ForkPlan(
        pilot.group(),
        pilotForks,
        1 - ratio,
        Math.sqrt(variance),
        power,
        forks(distance, variance, power));
  }

  /**
   * Plans a comparison with something as noisy as the pilot and truly better by Delta, to tell it
   * from no difference.
   *
   * @param label what the pilot is called
   * @param pilot at least 2 forks
   * @param power above 0.5 and below 1
   */
  public ForkPlan plan(String label, Observations pilot, double power) {
    requirePower(power);
    double variance = 2 * variance(pilot);
    return new ForkPlan(
        label,
        pilot.forks().size(),
        delta,
        Math.sqrt(variance),
        power,
        forks(-StrictMath.log1p(-delta), variance, power));
  }

  private int forks(double distance, double variance, double power) {
    if (!(distance > 0)) {
      return 0;
    }
    for (int n = LEAST; n <= MOST; n += Math.max(1, n / 200)) {
      TDistribution t = TDistribution.of(2.0 * (n - 1));
      double quantiles =
          t.inverseCumulativeProbability(1 - alpha) + t.inverseCumulativeProbability(power);
      if (n >= quantiles * quantiles * variance / (distance * distance)) {
        return n;
      }
    }
    return 0;
  }

  private static void requirePower(double power) {
    if (!(power > 0.5 && power < 1)) {
      throw new IllegalArgumentException(
          "power " + power + " is out of range; above 0.5 and below 1 is expected");
    }
  }

  private static double mean(Observations side) {
    double sum = 0;
    for (double mean : side.forkMeans()) {
      sum += mean;
    }
    return sum / side.forks().size();
  }

  /** Variance of the logarithm of a fork's mean. */
  private static double variance(Observations side) {
    double[] means = side.forkMeans();
    if (means.length < 2) {
      throw new BadInputException(
          side + ": a plan needs a pilot run of at least 2 forks; run it with -f 3 or more");
    }
    double mean = 0;
    for (double value : means) {
      if (!(value > 0)) {
        throw new BadInputException(side + ": the mean of a fork is " + value + ", not above zero");
      }
      mean += StrictMath.log(value) / means.length;
    }
    double squares = 0;
    for (double value : means) {
      double deviation = StrictMath.log(value) - mean;
      squares += deviation * deviation;
    }
    return squares / (means.length - 1);
  }
}
