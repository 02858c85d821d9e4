package org.docduel.stats.stat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.docduel.stats.jmh.Histogram;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Quantity;

/**
 * A summary of observations. Percentiles and extremes are those of operations when the run recorded
 * its operations, and of observations otherwise.
 *
 * @param operations number of operations behind the percentiles; 0 when none were recorded
 * @param sd standard deviation of the observations; NaN for a single one
 * @param p95 95th percentile, counted from the best; NaN of fewer than 20 values
 * @param p99 99th percentile, counted from the best; NaN of fewer than 100 values
 * @param interval confidence interval of the mean, over forks, or over machines where there are
 *     several; NaN bounds for a single one
 */
public record Summary(
    String label,
    int n,
    int forks,
    long operations,
    double mean,
    double sd,
    double median,
    double p95,
    double p99,
    double min,
    double max,
    Interval interval) {
  /**
   * Summarises observations.
   *
   * @param confidence of the interval of the mean, above 0 and below 1; Student's t over forks
   */
  public static Summary of(String label, Observations observations, double confidence) {
    double[] values = observations.values();
    Quantity quantity = observations.quantity();
    List<Histogram> operations = observations.operations();
    double[] quantiles =
        operations.isEmpty()
            ? Means.TYPE_7.evaluate(
                values.clone(), 0, 0.5, quantity.ascending(0.95), quantity.ascending(0.99), 1)
            : DoubleStream.of(0, 0.5, 0.95, 0.99, 1)
                .map(share -> Histogram.percentile(operations, share))
                .toArray();
    return new Summary(
        label,
        values.length,
        observations.forks().size(),
        Histogram.total(operations),
        observations.mean(),
        Math.sqrt(Means.variance(values)),
        quantiles[1],
        enoughFor(0.95, observations) ? quantiles[2] : Double.NaN,
        enoughFor(0.99, observations) ? quantiles[3] : Double.NaN,
        quantiles[0],
        quantiles[4],
        interval(observations, confidence));
  }

  /** The interval as people see it: no mean of what is never negative lies below 0. */
  public Interval shownInterval() {
    return min >= 0 ? interval.notBelowZero() : interval;
  }

  /** Whether there is a value beyond a percentile: of a 99th from 100 values on. */
  public static boolean enoughFor(double share, Observations observations) {
    long operations = Histogram.total(observations.operations());
    return Math.max(operations, observations.size()) * (1 - share) >= 1;
  }

  /**
   * The interval of the mean over all observations, or operations: a fork that has more of them
   * counts for more, and forks of one of several machines are a cluster (Cochran 1977, Sampling
   * Techniques, sections 6.4 and 9.4).
   */
  private static Interval interval(Observations observations, double confidence) {
    double[] weights = observations.weights();
    double mean = observations.mean();
    double[] means = observations.forkMeans();
    List<ForkSeries> forks = observations.forks();
    boolean machines = forks.stream().map(ForkSeries::hostOrFile).distinct().count() > 1;
    Map<Object, Double> parts = new LinkedHashMap<>();
    for (int i = 0; i < means.length; i++) {
      Object unit = machines ? forks.get(i).hostOrFile() : i;
      parts.merge(unit, weights[i] * (means[i] - mean), Double::sum);
    }
    double share = parts.size() / DoubleStream.of(weights).sum();
    double[] units = parts.values().stream().mapToDouble(part -> mean + share * part).toArray();
    return interval(units, confidence);
  }

  /**
   * The interval of a mean by Student's t.
   *
   * @param units what is independent of each other, such as the means of forks
   * @return without bounds for a single one: one fork says nothing of the next, since its
   *     iterations cover 22 to 49 % where 95 % is said
   */
  public static Interval interval(double[] units, double confidence) {
    if (units.length < 2) {
      return new Interval(Double.NaN, Double.NaN, confidence);
    }
    double quantile =
        Means.roundForPortability(
            TDistribution.of(units.length - 1).inverseCumulativeProbability((1 + confidence) / 2));
    double half = quantile * Math.sqrt(Means.variance(units)) / Math.sqrt(units.length);
    double mean = Means.mean(units);
    return new Interval(mean - half, mean + half, confidence);
  }
}
