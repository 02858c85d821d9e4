package org.docduel.stats.jmh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import org.docduel.stats.jmh.JmhResult.JmhMetric;

/**
 * What one open-loop run achieved. This is where <em>sustained</em> is defined.
 *
 * <p>A rate is sustained when the run achieved at least 99 % of it, less two standard deviations of
 * the number of operations that fall due in the measured time when arrivals are a Poisson process,
 * and, where a bound is given, the 99th percentile of response times is within it. The sustained
 * rate of several runs is the highest offered rate that is sustained together with all lower ones.
 *
 * @param offered operations a second, above 0
 * @param achieved mean over the iterations, operations a second
 * @param seconds that were measured, over all forks; 0 when the file does not say
 * @param responseP99 99th percentile of response times in seconds, the mean over the forks, or over
 *     the iterations where the file has no value of a fork; empty when it was not measured
 */
public record OpenLoopRun(
    double offered, double achieved, double seconds, OptionalDouble responseP99) {
  /** The share of the offered rate that has to be achieved. */
  public static final double SHARE = 0.99;

  private static final double DEVIATIONS = 2;

  /**
   * Reads a run.
   *
   * @param offered operations a second, above 0
   * @param results of one combination, at least one; the metric {@code throughput} is what was
   *     achieved, or the primary metric where there is none
   */
  public static OpenLoopRun of(double offered, List<JmhResult> results) {
    List<Double> rates = new ArrayList<>();
    List<Double> responses = new ArrayList<>();
    double seconds = 0;
    for (JmhResult result : results) {
      JmhMetric achieved = result.metric("throughput").orElse(result.primary());
      achieved.finite().forEach(rates::add);
      result
          .metricOfForks(Selection.RESPONSE)
          .ifPresent(metric ->
              metric
                  .finite()
                  .forEach(value ->
                      metric.unit().quantity().inSeconds(value).ifPresent(responses::add)));
      seconds += achieved.finite().count() * result.iterationSeconds();
    }
    return new OpenLoopRun(offered, mean(rates).orElse(Double.NaN), seconds, mean(responses));
  }

  /** Whether the offered rate is sustained, however slow the responses were. */
  public boolean sustained() {
    double chance = seconds > 0 ? DEVIATIONS * Math.sqrt(offered / seconds) : 0;
    return achieved >= SHARE * offered - chance;
  }

  /**
   * Whether the offered rate is sustained within a bound.
   *
   * @param boundSeconds the longest 99th percentile of response times
   */
  public boolean sustained(double boundSeconds) {
    return sustained() && responseP99.isPresent() && responseP99.getAsDouble() <= boundSeconds;
  }

  /** The highest offered rate that is sustained together with all lower ones; empty for none. */
  public static OptionalDouble sustainedRate(Collection<OpenLoopRun> runs) {
    return runs.stream()
        .sorted(Comparator.comparingDouble(OpenLoopRun::offered))
        .takeWhile(OpenLoopRun::sustained)
        .mapToDouble(OpenLoopRun::offered)
        .max();
  }

  private static OptionalDouble mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average();
  }
}
