package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.stat.Critical;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.LogRatio;
import org.docduel.stats.stat.Means;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Streams;
import org.docduel.stats.stat.Units;

/**
 * Plans the number of forks from the noise of a pilot run and an effect that somebody names: the
 * pilot's own effect is known too poorly. Its variance is taken at an upper bound of 60 %, and the
 * test is the one that will be run: t in both directions, among all pairs of what is compared in
 * every condition.
 */
public final class ForkPlanner {
  /** More forks than anybody will run. */
  public static final int MAX_FORKS = 10_000;

  private static final double BOUND = 0.60;
  private static final int DRAWS = 5_000;
  private static final Resampling FAMILY = new Resampling(5_000, 42, Resampling.DEFAULT.threads());

  private final Hypothesis hypothesis;
  private final int stores;
  private final int conditions;
  // Plans of other effects and powers share them: to simulate them takes nearly all of the time.
  private final Map<List<Double>, Critical> criticals = new ConcurrentHashMap<>();

  /**
   * A planner.
   *
   * @param stores how many stores are compared with each other, 2 to 100
   * @param conditions in how many conditions each pair is compared, 1 to 1,000; their verdicts are
   *     one family
   */
  public ForkPlanner(Hypothesis hypothesis, int stores, int conditions) {
    this.hypothesis = hypothesis;
    this.stores = stores;
    this.conditions = conditions;
    if (stores < 2 || stores > 100) {
      throw new IllegalArgumentException(
          stores + " stores that are compared; --among takes 2 to 100");
    }
    if (conditions < 1 || conditions > 1000) {
      throw new IllegalArgumentException(conditions + " conditions; --conditions takes 1 to 1000");
    }
  }

  /**
   * How many forks a comparison needs.
   *
   * @param pilotForks forks a side of the pilot run, the smaller number
   * @param effect the true time reduction that is assumed
   * @param deviation standard deviation of the log ratio of one fork a side, at its upper bound
   * @param power the wanted probability of the verdict superior
   * @param forks forks a side that are needed, at least 3; 0 when no number is enough
   */
  public record Plan(
      String label, int pilotForks, double effect, double deviation, double power, int forks) {}

  /**
   * Plans a comparison.
   *
   * @param pilot both sides, or one that stands for both; at least 2 forks each
   * @param effect the true time reduction, below 1
   * @param power above 0 and below 1
   */
  public Plan plan(String label, List<Observations> pilot, double effect, double power) {
    if (!(power > 0 && power < 1)) {
      throw new IllegalArgumentException(
          "power " + power + " is out of range; above 0 and below 1 is expected");
    }
    if (!(effect < 1)) {
      throw new IllegalArgumentException(
          "effect " + effect + " is out of range; below 1 is expected, 0.30 for 30 % less time");
    }
    double sum = 0;
    double spread = 0;
    int forks = Integer.MAX_VALUE;
    for (Observations side : pilot) {
      int free = side.forks().size() - side.machines().size();
      double variance = variance(side, free) * 2 / pilot.size();
      sum += variance;
      spread += variance * variance / free;
      forks = Math.min(forks, side.forks().size());
    }
    double df = spread > 0 ? sum * sum / spread : forks - 1;
    double deviation =
        Math.sqrt(sum * df / ChiSquaredDistribution.of(df).inverseCumulativeProbability(1 - BOUND));
    return new Plan(label, forks, effect, deviation, power, forks(effect, deviation, power));
  }

  private int forks(double effect, double deviation, double power) {
    double distance = hypothesis.logThreshold() - StrictMath.log1p(-effect);
    if (!(distance > 0)) {
      return 0;
    }
    int sufficient = Units.MIN_REPLICATES;
    while (power(sufficient, distance, deviation) < power) {
      if (sufficient >= MAX_FORKS) {
        return 0;
      }
      sufficient = Math.min(MAX_FORKS, 2 * sufficient);
    }
    int few = sufficient / 2;
    while (sufficient > Units.MIN_REPLICATES && sufficient - few > 1) {
      int middle = (sufficient + few) / 2;
      if (power(middle, distance, deviation) < power) {
        few = middle;
      } else {
        sufficient = middle;
      }
    }
    return sufficient;
  }

  /** The chance that t shows what lies so far beyond Delta, with some forks a side. */
  double power(int forks, double distance, double deviation) {
    if (!(deviation > 0)) {
      return 1;
    }
    double df = forks - 1.0;
    double variance = deviation * deviation / 2 / forks; // of each side
    // at Delta 0 where a claim begins depends on no variance
    Critical critical =
        criticals.computeIfAbsent(
            List.of(df, hypothesis.delta() > 0 ? variance : 0.0), key -> critical(variance, df));
    UniformRandomProvider random = new Streams(42, Streams.key("plan")).block(0);
    var normal = NormalDistribution.of(0, 1).createSampler(random);
    var gamma = GammaDistribution.of(df / 2, 2).createSampler(random);
    int significant = 0;
    for (int i = 0; i < DRAWS; i++) {
      double varianceA = variance * gamma.sample() / df;
      double varianceB = variance * gamma.sample() / df;
      double seen =
          (varianceA + varianceB)
              * (varianceA + varianceB)
              / (varianceA * varianceA + varianceB * varianceB)
              * df;
      double t =
          (distance + Math.sqrt(2 * variance) * normal.sample()) / Math.sqrt(varianceA + varianceB);
      significant += t > critical.t(seen) ? 1 : 0;
    }
    return (double) significant / DRAWS;
  }

  /** Where a claim begins among all pairs of stores that vary alike, in all conditions. */
  private Critical critical(double variance, double df) {
    List<LogRatio> pairs = new ArrayList<>();
    for (int condition = 0; condition < conditions; condition++) {
      List<Object> samples = new ArrayList<>();
      for (int i = 0; i < stores; i++) {
        samples.add(new Object());
        for (int k = 0; k < i; k++) {
          pairs.add(
              new LogRatio(
                  0,
                  List.of(
                      new LogRatio.Term(samples.get(k), 1, variance, df, 1),
                      new LogRatio.Term(samples.get(i), 1, variance, df, -1))));
        }
      }
    }
    Critical found = new Family(pairs, hypothesis, FAMILY, "plan").critical();
    return new Critical(found.score(), false);
  }

  /** The relative variance of a fork's mean within its file: a new run is one file. */
  private static double variance(Observations side, int free) {
    if (free < 1) {
      throw new BadInputException(
          side + ": a plan needs a pilot run of at least 2 forks; run it with -f 3 or more");
    }
    double squares = 0;
    for (String file : side.machines()) {
      double[] means =
          side.forks().stream()
              .filter(fork -> fork.machine().equals(file))
              .mapToDouble(ForkSeries::mean)
              .toArray();
      double mean = Means.mean(means);
      if (!(mean > 0)) {
        throw new BadInputException(side + ": the mean is " + mean + ", not above zero");
      }
      squares += Means.squares(means, mean) / (mean * mean);
    }
    return squares / free;
  }
}
