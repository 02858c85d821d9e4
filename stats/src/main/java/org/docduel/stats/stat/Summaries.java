package org.docduel.stats.stat;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.distribution.TDistribution;
import org.docduel.stats.Histogram;
import org.docduel.stats.Observations;

/** Summarises observations. */
public final class Summaries {
  private static final Quantile TYPE_7 =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF7).withCopy(true);

  // Fewer values have no 95th or 99th percentile of their own.
  private static final int ENOUGH = 20;

  private Summaries() {}

  /**
   * Summarises observations.
   *
   * @param label what they are called
   * @param observations what to summarise
   * @param confidence of the interval of the mean, above 0 and below 1; Student's t over fork means
   *     when there are 2 forks or more, else over observations
   */
  public static Summary of(String label, Observations observations, double confidence) {
    double[] values = observations.values();
    Optional<Histogram> operations = observations.operations();
    double[] quantiles =
        operations
            .map(h ->
                new double[] {
                  h.min(), h.percentile(0.5), h.percentile(0.95), h.percentile(0.99), h.max()
                })
            .orElseGet(() -> TYPE_7.evaluate(values, 0, 0.5, 0.95, 0.99, 1));
    boolean enough = operations.map(Histogram::total).orElse((long) values.length) >= ENOUGH;
    return new Summary(
        label,
        values.length,
        observations.forks().size(),
        operations.map(Histogram::total).orElse(0L),
        observations.mean(),
        sd(values),
        quantiles[1],
        enough ? quantiles[2] : Double.NaN,
        enough ? quantiles[3] : Double.NaN,
        quantiles[0],
        quantiles[4],
        interval(observations, confidence));
  }

  private static Interval interval(Observations observations, double confidence) {
    boolean rate = observations.quantity().rate();
    double[] units =
        observations.forks().size() > 1 ? observations.forkMeans() : observations.values();
    if (units.length < 2) {
      return new Interval(Double.NaN, Double.NaN, confidence);
    }
    double[] averaged = rate ? inverted(units) : units;
    double quantile =
        Digits.settled(
            TDistribution.of(units.length - 1).inverseCumulativeProbability((1 + confidence) / 2));
    double half = quantile * sd(averaged) / Math.sqrt(units.length);
    double mean = mean(averaged);
    // A rate that may be zero bounds no time.
    return rate
        ? new Interval(
            1 / (mean + half),
            mean > half ? 1 / (mean - half) : Double.POSITIVE_INFINITY,
            confidence)
        : new Interval(mean - half, mean + half, confidence);
  }

  private static double[] inverted(double[] values) {
    return Arrays.stream(values).map(value -> 1 / value).toArray();
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static double sd(double[] values) {
    double mean = mean(values);
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return Math.sqrt(squares / (values.length - 1));
  }
}
