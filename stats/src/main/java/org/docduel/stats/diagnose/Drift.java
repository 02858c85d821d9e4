package org.docduel.stats.diagnose;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.ranking.NaturalRanking;
import org.apache.commons.statistics.ranking.TiesStrategy;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Means;

/**
 * Whether a series of hours rises with time, by how much an hour. The part that counts is fixed
 * beforehand: what comes after a sixth of the run and two maintenance cycles, cut into batches of
 * whole cycles, 30 at most (Schmeiser 1982, doi:10.1287/opre.30.3.556), longer ones where
 * neighbours still correlate. The slope is that of the batches' logarithms by Theil and Sen (Sen
 * 1968, doi:10.1080/01621459.1968.10480934).
 *
 * <p>From three runs on their slopes are a sample (Student's t). Of one run, the interval has the
 * slopes that a Mann-Kendall test would not reject, whose variance allows for correlation (Hamed
 * and Rao 1998, doi:10.1016/S0022-1694(97)00125-X), and holds for this run alone.
 *
 * @param slope of the logarithm, an hour; NaN where the run is too short
 * @param bounds of it; infinite where the run is too short
 * @param runs how many were looked at
 * @param batches of the shortest run
 * @param hours of the longest run
 * @param hoursNeeded how long a run would have to be to tell; 0 where this one does
 */
public record Drift(
    Outcome outcome,
    double slope,
    Interval bounds,
    int runs,
    int batches,
    double hours,
    double hoursNeeded) {
  /** A change by less than this an hour does not count. */
  public static final double LIMIT = 0.05;

  /** From so many runs on their slopes are a sample. */
  public static final int MIN_SAMPLE = 3;

  private static final int MIN_BATCHES = 8;
  private static final int MAX_BATCHES = 30;
  private static final double START_SHARE = 1.0 / 6;
  private static final int START_CYCLES = 2;
  private static final double SECONDS_PER_HOUR = 3600;
  private static final double Z = 1.96;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** What can be said. */
  public enum Outcome {
    /** It rises: the interval lies above 0, and the estimate is 5 % an hour or more. */
    RISES,
    /** It falls likewise. */
    FALLS,
    /** Whatever it does, it does not rise by 5 % an hour. */
    STAYS,
    /** The interval holds too much. */
    CANNOT_TELL,
    /** Fewer than 8 batches of whole cycles. */
    TOO_SHORT
  }

  /**
   * How series are cut.
   *
   * @param iterationSeconds between two values, above 0
   * @param cycleSeconds of the server's slowest maintenance, such as a vacuum; 0 for none that is
   *     seen
   * @param value of the iterations of a batch, such as their mean
   */
  public record Batches(
      double iterationSeconds, double cycleSeconds, ToDoubleFunction<double[]> value) {
    /** Iterations of a whole cycle. */
    private int cycle() {
      return Math.max(1, (int) Math.ceil(cycleSeconds / iterationSeconds));
    }

    /** How many iterations at the beginning do not count. */
    public int start(int iterations) {
      double share = START_SHARE * iterations;
      return (int) Math.ceil(Math.max(share, (double) START_CYCLES * cycle()));
    }

    /**
     * The logarithm of each batch of so many cycles; what is left over at the beginning is none.
     */
    private double[] logs(double[] series, int cycles) {
      int length = cycles * cycle();
      int count = Math.max(0, series.length - start(series.length)) / length;
      int from = series.length - count * length;
      return IntStream.range(0, count)
          .mapToDouble(i ->
              value.applyAsDouble(
                  Arrays.copyOfRange(series, from + i * length, from + (i + 1) * length)))
          .map(StrictMath::log)
          .toArray();
    }

    private double hours(int cycles) {
      return cycles * cycle() * iterationSeconds / SECONDS_PER_HOUR;
    }
  }

  /**
   * Looks at the runs of a configuration.
   *
   * @param runs the iterations of each, above 0; at least one run
   * @param confidence of the interval, such as 0.95
   */
  public static Drift of(List<double[]> runs, Batches cut, double confidence) {
    int longest = runs.stream().mapToInt(run -> run.length).max().orElse(0);
    double hours = longest * cut.iterationSeconds / SECONDS_PER_HOUR;
    int cycles = 1;
    while (count(runs, cut, cycles) > MAX_BATCHES) {
      cycles++;
    }
    while (correlate(runs, cut, cycles) && count(runs, cut, 2 * cycles) >= MIN_BATCHES) {
      cycles *= 2;
    }
    int batches = count(runs, cut, cycles);
    List<double[]> logs = logs(runs, cut, cycles);
    boolean finite =
        logs.stream().flatMapToDouble(Arrays::stream).allMatch(log -> Double.isFinite(log));
    if (batches < MIN_BATCHES || !finite) {
      double needed = cut.hours(1) * (MIN_BATCHES + START_CYCLES) / (1 - START_SHARE);
      return new Drift(
          Outcome.TOO_SHORT,
          Double.NaN,
          new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, confidence),
          runs.size(),
          batches,
          hours,
          Math.max(needed, hours));
    }
    double step = cut.hours(cycles);
    double[] slopes = logs.stream().mapToDouble(run -> median(slopes(run, step))).toArray();
    double slope = Means.mean(slopes);
    Interval bounds =
        slopes.length < MIN_SAMPLE
            ? ofOneRun(logs.get(0), step, confidence)
            : ofSample(slopes, slope, confidence);
    Outcome outcome = outcome(slope, bounds);
    double half = (bounds.upper() - bounds.lower()) / 2;
    double needed = hours * Math.pow(half / StrictMath.log(1 + LIMIT), 2.0 / 3);
    return new Drift(
        outcome,
        slope,
        bounds,
        runs.size(),
        batches,
        hours,
        outcome == Outcome.CANNOT_TELL ? Math.max(needed, hours) : 0);
  }

  private static Outcome outcome(double slope, Interval bounds) {
    double limit = StrictMath.log(1 + LIMIT);
    if (bounds.lower() > 0 && slope >= limit) {
      return Outcome.RISES;
    }
    if (bounds.upper() < 0 && slope <= -limit) {
      return Outcome.FALLS;
    }
    return bounds.upper() < limit ? Outcome.STAYS : Outcome.CANNOT_TELL;
  }

  private static List<double[]> logs(List<double[]> runs, Batches cut, int cycles) {
    return runs.stream().map(run -> cut.logs(run, cycles)).toList();
  }

  private static int count(List<double[]> runs, Batches cut, int cycles) {
    return logs(runs, cut, cycles).stream().mapToInt(logs -> logs.length).min().orElse(0);
  }

  /** Whether neighbours resemble each other after the slope is taken out, over all runs. */
  private static boolean correlate(List<double[]> runs, Batches cut, int cycles) {
    double products = 0;
    double squares = 0;
    int pairs = 0;
    for (double[] logs : logs(runs, cut, cycles)) {
      double[] residuals = withoutSlope(logs);
      double mean = Means.mean(residuals);
      for (int i = 0; i < residuals.length; i++) {
        squares += (residuals[i] - mean) * (residuals[i] - mean);
        if (i > 0) {
          products += (residuals[i] - mean) * (residuals[i - 1] - mean);
          pairs++;
        }
      }
    }
    return squares > 0 && products / squares * Math.sqrt(pairs) > Z;
  }

  private static double[] withoutSlope(double[] logs) {
    double slope = logs.length < 2 ? 0 : median(slopes(logs, 1));
    return IntStream.range(0, logs.length).mapToDouble(i -> logs[i] - slope * i).toArray();
  }

  /** Of all pairs, ascending. */
  private static double[] slopes(double[] values, double step) {
    return IntStream.range(0, values.length)
        .boxed()
        .flatMapToDouble(i ->
            IntStream.range(i + 1, values.length)
                .mapToDouble(k -> (values[k] - values[i]) / ((k - i) * step)))
        .sorted()
        .toArray();
  }

  private static double median(double[] values) {
    return Median.withDefaults().withCopy(true).evaluate(values);
  }

  private static Interval ofSample(double[] slopes, double mean, double confidence) {
    int n = slopes.length;
    double error = Math.sqrt(Means.squares(slopes, mean) / (n - 1) / n);
    double reach =
        TDistribution.of(n - 1.0).inverseSurvivalProbability((1 - confidence) / 2) * error;
    return new Interval(mean - reach, mean + reach, confidence);
  }

  /** The slopes between the pairs' ranks that Mann-Kendall's S leaves (Sen 1968, section 4). */
  private static Interval ofOneRun(double[] logs, double step, double confidence) {
    double[] slopes = slopes(logs, step);
    double n = logs.length;
    double variance = n * (n - 1) * (2 * n + 5) / 18 * correction(logs);
    double reach = NORMAL.inverseSurvivalProbability((1 - confidence) / 2) * Math.sqrt(variance);
    int lower = (int) Math.floor((slopes.length - reach) / 2) - 1;
    int upper = (int) Math.ceil((slopes.length + reach) / 2);
    boolean bounded = lower >= 0 && upper < slopes.length;
    return bounded
        ? new Interval(slopes[lower], slopes[upper], confidence)
        : new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, confidence);
  }

  /**
   * By what correlated values inflate the variance of S: Hamed and Rao's equation 17, of the ranks
   * after the slope is taken out, with the correlations that differ from 0. Values that alternate
   * would deflate it, which is not believed.
   */
  private static double correction(double[] logs) {
    int n = logs.length;
    double[] ranks = new NaturalRanking(TiesStrategy.AVERAGE).apply(withoutSlope(logs));
    double mean = Means.mean(ranks);
    double squares = Means.squares(ranks, mean);
    double sum = 0;
    for (int lag = 1; lag < n - 2 && squares > 0; lag++) {
      double products = 0;
      for (int i = lag; i < n; i++) {
        products += (ranks[i] - mean) * (ranks[i - lag] - mean);
      }
      double correlation = products / squares;
      if (Math.abs(correlation) > Z / Math.sqrt(n)) {
        sum += (double) (n - lag) * (n - lag - 1) * (n - lag - 2) * correlation;
      }
    }
    return Math.max(1, 1 + 2 * sum / ((double) n * (n - 1) * (n - 2)));
  }
}
