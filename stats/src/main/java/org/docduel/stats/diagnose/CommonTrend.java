package org.docduel.stats.diagnose;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.docduel.stats.diagnose.Diagnostics.MannKendall;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.Means;
import org.docduel.stats.table.Numbers;

/**
 * A trend over iterations that the forks of a result have in common: a warm-up that has not ended,
 * or growth. A ramp that repeats in every fork looks like noise where all observations are one
 * sample.
 *
 * <p>The statistic is Mann-Kendall's S, summed over forks as strata (Hirsch, Slack and Smith 1982,
 * doi:10.1029/WR018i001p00107), against its exact distribution for independent iterations.
 * Iterations of one fork may depend on each other, which forks do not: from three forks on,
 * Kendall's tau of the forks must also differ from 0 by Student's t, and the larger p counts.
 *
 * @param iterations of the shortest fork
 * @param p two-sided; 1 where no fork has two iterations
 * @param rises whether the values grow
 * @param change natural logarithm of the last value over the first, the mean of the forks; of 8
 *     iterations or more the last quarter over the first quarter. NaN where one of them is 0
 * @param bounds its 95 % interval over forks (Student's t); infinite with one fork
 * @param levelFrom the first iteration, from 1, from which all means over forks lie within 5 % of
 *     the last three, or two standard errors and at most 10 %; 0 where fewer than three iterations,
 *     or a quarter of them, do
 */
public record CommonTrend(
    int iterations, double p, boolean rises, double change, Interval bounds, int levelFrom) {
  /** The level of the test: low, because every result has one. */
  public static final double LEVEL = Diagnostics.LEVEL;

  static final String FASTER = "faster";
  static final String SLOWER = "slower";
  static final String HIGHER = "higher";
  static final String LOWER = "lower";

  /** The directions in which a result may go. */
  static final List<String> COURSES = List.of(FASTER, SLOWER, HIGHER, LOWER);

  private static final double CONFIDENCE = 0.95;
  private static final double TOLERANCE = 0.05;
  private static final double MAX_TOLERANCE = 0.10;
  private static final int MIN_LEVEL_ITERATIONS = 3;
  private static final int MIN_FORKS_OF_T = 3;

  /** Of more pairs the normal approximation is as good. */
  private static final int MAX_EXACT_PAIRS = 20_000;

  /** Tests observations of at least one fork. */
  public static CommonTrend of(Observations observations) {
    List<double[]> forks = observations.forks().stream().map(ForkSeries::values).toList();
    int iterations = forks.stream().mapToInt(fork -> fork.length).min().orElse(0);
    MannKendall[] each = forks.stream().map(MannKendall::of).toArray(MannKendall[]::new);
    long s = Arrays.stream(each).mapToLong(MannKendall::s).sum();
    double[] changes = changes(observations);
    double mean = Means.mean(changes);
    return new CommonTrend(
        iterations,
        Math.max(independent(forks, each, s), betweenForks(forks, each)),
        s > 0,
        mean,
        interval(changes, mean),
        levelFrom(forks, iterations));
  }

  /** Which of several results have a trend, where they are looked at together (Holm 1979). */
  public static boolean[] foundAmong(List<CommonTrend> all) {
    List<Integer> ascending =
        IntStream.range(0, all.size())
            .boxed()
            .sorted(Comparator.comparingDouble(i -> all.get(i).p))
            .toList();
    boolean[] found = new boolean[all.size()];
    for (int k = 0; k < found.length; k++) {
      if (all.get(ascending.get(k)).p >= LEVEL / (found.length - k)) {
        break;
      }
      found[ascending.get(k)] = true;
    }
    return found;
  }

  /**
   * The largest relative change of the value, either way, that is not ruled out; infinite where
   * unknown.
   */
  public double largestChange() {
    double largest =
        Math.max(Math.abs(Math.expm1(bounds.lower())), Math.abs(Math.expm1(bounds.upper())));
    return bounds.bounded() ? largest : Double.POSITIVE_INFINITY;
  }

  /** Whether the forks have a trend in common. */
  public boolean found() {
    return p < LEVEL;
  }

  /**
   * Relative change of the time of an operation from the first iteration to the last, -0.5 for half
   * the time; of what is no time and no rate the change of the value.
   */
  public double timeChange(Observations of) {
    return Math.expm1(of.quantity().rate() ? -change : change);
  }

  /** Where the time of an operation goes; of what is no time and no rate the value. */
  String course(Observations of) {
    boolean rate = of.quantity().rate();
    return rate || of.quantity().time() ? rises == rate ? FASTER : SLOWER : rises ? HIGHER : LOWER;
  }

  /** What is found, in one sentence without its end; the advice counts JMH's warm-up iterations. */
  public String sentence(Observations of) {
    String course = course(of);
    boolean warms = course.equals(FASTER);
    return "%s: still getting %s%s over %s in %s (p %s)%s"
        .formatted(
            warms ? "not warm" : "not steady",
            course,
            size(of, true),
            Numbers.count(iterations, "iteration", "iterations"),
            Numbers.count(of.forks().size(), "fork", "forks"),
            Numbers.p(p),
            warms ? advice(of) : "");
  }

  /** By how much, such as {@code " by 54 %"}, with its bounds on request; nothing where unknown. */
  String size(Observations of, boolean bounded) {
    boolean rate = of.quantity().rate();
    double sign = List.of(FASTER, LOWER).contains(course(of)) ? -1 : 1;
    double firstBound = sign * Math.expm1(rate ? -bounds.upper() : bounds.lower());
    double secondBound = sign * Math.expm1(rate ? -bounds.lower() : bounds.upper());
    String interval =
        bounded && bounds.bounded()
            ? " [%s, %s]"
                .formatted(
                    percent(Math.min(firstBound, secondBound)),
                    percent(Math.max(firstBound, secondBound)))
            : "";
    return Double.isFinite(change) ? " by " + percent(sign * timeChange(of)) + " %" + interval : "";
  }

  private static String percent(double fraction) {
    return Numbers.fixed(100 * fraction, Math.abs(fraction) < 0.0995 ? 1 : 0);
  }

  private String advice(Observations of) {
    int warmUps = enoughWarmUps(of);
    int more = levelFrom - 1;
    return warmUps > 0
        ? "; -wi %d would have been enough".formatted(warmUps)
        : more > 0
            ? "; %s would have been enough"
                .formatted(Numbers.count(more, "more warm-up iteration", "more warm-up iterations"))
            : "; not level at the end either: --warmup steady finds out how long";
  }

  /**
   * The number of JMH's warm-up iterations after which the rest was level; 0 where the rest never
   * was, or the number before is unknown.
   */
  int enoughWarmUps(Observations of) {
    int before = of.origin().warmUps();
    return levelFrom > 1 && before > 0 ? before + levelFrom - 1 : 0;
  }

  /** The p-value of S where iterations are independent. */
  private static double independent(List<double[]> forks, MannKendall[] each, long s) {
    int pairs = forks.stream().mapToInt(fork -> fork.length * (fork.length - 1) / 2).sum();
    if (pairs == 0) {
      return 1;
    }
    if (pairs > MAX_EXACT_PAIRS) {
      double variance = Arrays.stream(each).mapToDouble(MannKendall::variance).sum();
      return new MannKendall(s, variance).p();
    }
    double[] falling = {1}; // the probability of so many falling pairs
    for (double[] fork : forks) {
      for (int length = 2; length <= fork.length; length++) {
        falling = withOneMore(falling, length);
      }
    }
    int minFalling = (int) ((pairs - Math.abs(s)) / 2);
    return Math.min(1, 2 * Arrays.stream(falling, 0, minFalling + 1).sum());
  }

  /** The last of so many iterations falls below 0 to all of those before it, each as likely. */
  private static double[] withOneMore(double[] falling, int length) {
    double[] sums = new double[falling.length + length - 1];
    double window = 0;
    for (int i = 0; i < sums.length; i++) {
      window += i < falling.length ? falling[i] : 0;
      window -= i >= length ? falling[i - length] : 0;
      sums[i] = Math.max(0, window) / length;
    }
    return sums;
  }

  /** The p-value of the forks' taus against each other; 0 with fewer than three forks. */
  private static double betweenForks(List<double[]> forks, MannKendall[] each) {
    double[] taus = new double[each.length];
    int count = 0;
    for (int i = 0; i < each.length; i++) {
      int length = forks.get(i).length;
      if (length > 1) {
        taus[count++] = each[i].s() / (length * (length - 1) / 2.0);
      }
    }
    taus = Arrays.copyOf(taus, count);
    if (count < MIN_FORKS_OF_T) {
      return 0;
    }
    double mean = Means.mean(taus);
    double se = Math.sqrt(Means.squares(taus, mean) / (count - 1) / count);
    return se > 0 ? 2 * TDistribution.of(count - 1).survivalProbability(Math.abs(mean) / se) : 0;
  }

  private static Interval interval(double[] changes, double mean) {
    int n = changes.length;
    if (n < 2 || !Double.isFinite(mean)) {
      return new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, CONFIDENCE);
    }
    double reach =
        TDistribution.of(n - 1).inverseSurvivalProbability((1 - CONFIDENCE) / 2)
            * Math.sqrt(Means.squares(changes, mean) / (n - 1) / n);
    return new Interval(mean - reach, mean + reach, CONFIDENCE);
  }

  private static int levelFrom(List<double[]> forks, int iterations) {
    double[][] logs = new double[forks.size()][iterations];
    double[] means = new double[iterations];
    for (int f = 0; f < logs.length; f++) {
      for (int i = 0; i < iterations; i++) {
        logs[f][i] = StrictMath.log(forks.get(f)[i]);
        means[i] += logs[f][i] / logs.length;
      }
    }
    int from = iterations + 1;
    int latest = iterations - Math.max(MIN_LEVEL_ITERATIONS, iterations / 4);
    for (int i = iterations - MIN_LEVEL_ITERATIONS; i >= 0 && isLevel(logs, means, i); i--) {
      from = i + 1;
    }
    return from <= latest + 1 ? from : 0;
  }

  /** Whether the means over forks from an iteration on lie close to that of the last three. */
  private static boolean isLevel(double[][] logs, double[] means, int from) {
    int length = means.length;
    double last = Means.mean(Arrays.copyOfRange(means, length - MIN_LEVEL_ITERATIONS, length));
    double squares = 0;
    for (double[] fork : logs) {
      double shift =
          Means.mean(Arrays.copyOfRange(fork, from, length))
              - Means.mean(Arrays.copyOfRange(means, from, length));
      for (int i = from; i < length; i++) {
        squares += Math.pow(fork[i] - means[i] - shift, 2);
      }
    }
    double df = (logs.length - 1.0) * (length - from - 1);
    double se = df > 0 ? Math.sqrt(squares / df / logs.length) : 0;
    double limit = Math.min(MAX_TOLERANCE, Math.max(TOLERANCE, 2 * se));
    for (int i = from; i < length; i++) {
      if (!(Math.abs(means[i] - last) <= limit)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether one of two results is better in the first iterations and the other in the last, where
   * their changes are shown to differ, by Welch's t over forks at {@link #LEVEL}.
   *
   * @return 0 where that is not so; 1 where the first result is better at first, -1 where the
   *     second is
   */
  public static int turn(Observations result, Observations other) {
    double first = difference(result, other, false);
    double last = difference(result, other, true);
    boolean turns = first * last < 0 && changesDiffer(changes(result), changes(other));
    boolean less = first < 0;
    return turns ? (less == result.quantity().moreIsBetter() ? -1 : 1) : 0;
  }

  private static boolean changesDiffer(double[] changes, double[] other) {
    if (changes.length < 2 || other.length < 2) {
      return false;
    }
    double a = Means.variance(changes) / changes.length;
    double b = Means.variance(other) / other.length;
    double t = Math.abs(Means.mean(changes) - Means.mean(other)) / Math.sqrt(a + b);
    double df = (a + b) * (a + b) / (a * a / (changes.length - 1) + b * b / (other.length - 1));
    return Double.isFinite(t) && 2 * TDistribution.of(df).survivalProbability(t) < LEVEL;
  }

  /** The logarithm of one result over the other, at the begin or the end of the forks. */
  private static double difference(Observations result, Observations other, boolean last) {
    return Means.mean(ends(result, last)) - Means.mean(ends(other, last));
  }

  private static double[] changes(Observations of) {
    double[] changes = ends(of, true);
    double[] first = ends(of, false);
    Arrays.setAll(changes, i -> changes[i] - first[i]);
    return changes;
  }

  /** The logarithm of each fork's mean over its first or last iterations. */
  private static double[] ends(Observations of, boolean last) {
    return of.forks().stream()
        .mapToDouble(fork -> {
          double[] values = fork.values();
          int part = Math.max(1, values.length / 4);
          int from = last ? values.length - part : 0;
          return StrictMath.log(Means.mean(Arrays.copyOfRange(values, from, from + part)));
        })
        .toArray();
  }
}
