package org.docduel.stats.stat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.FDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;

/**
 * How much of the variance of a run's forks its rounds share: the forks of a round run one after
 * the other, so that a neighbour who comes and goes meets them all. It is the mean correlation of
 * all pairs of configurations, weighted by their standard deviations, each about its own mean.
 *
 * <p>Pairs are compared round by round where an F test at 10 % finds that rounds share something,
 * and the share is worth the degrees of freedom that pairs cost. Where an F test at 25 % finds that
 * rounds are opposed, forks are compared unpaired, with the covariance in their variance. Else the
 * covariance is taken for zero. Two configurations alone are tested in 5 rounds or more: fewer tell
 * too little. All of that is the same for both sides of a pair, and independent of how far apart
 * they are.
 *
 * @param always whether whatever has rounds is paired
 * @param tail the one-sided level at which a pair is claimed, alone or in its family: where it is
 *     small, degrees of freedom are worth more
 * @param share the share of the variance, from -1 to 1; NaN when there are no rounds to tell it by
 * @param count how many rounds there are; 0 when nobody noted them
 */
public record Rounds(boolean always, double tail, double share, int count, int configurations) {
  /** Nothing is paired. */
  public static final Rounds NONE = new Rounds(false, Double.NaN, Double.NaN, 0, 0);

  /** Whatever has rounds is paired. */
  public static final Rounds ALWAYS = new Rounds(true, Double.NaN, Double.NaN, 0, 0);

  private static final double SHARED = 0.10;
  // High, since opposed rounds that are missed make claims false (Bancroft 1964,
  // doi:10.2307/2527923).
  private static final double OPPOSED = 0.25;
  // Two alone choose by their own covariance, which errs too often in fewer rounds.
  private static final int MIN_ROUNDS_FOR_TWO = 5;
  private static final double MIN_RESIDUAL = 1e-12;

  /**
   * The rounds of all configurations of a run.
   *
   * @param statistic of each fork that is compared
   */
  public static Rounds of(
      Collection<Observations> configurations, Statistic statistic, double tail) {
    List<Observations> all = configurations.stream().filter(Rounds::inRounds).toList();
    List<Map<Integer, Double>> levels = all.stream().map(side -> levels(side, statistic)).toList();
    double covariance = 0;
    double scale = 0;
    int count = 0;
    for (int i = 0; i < all.size(); i++) {
      for (int k = i + 1; k < all.size(); k++) {
        Observations first = all.get(i);
        Observations second = all.get(k);
        if (processes(first).equals(processes(second))
            || !first.machines().equals(second.machines())) {
          continue;
        }
        Set<Integer> shared = new LinkedHashSet<>(levels.get(i).keySet());
        shared.retainAll(levels.get(k).keySet());
        double[] firstLevels = in(shared, levels.get(i));
        double[] secondLevels = in(shared, levels.get(k));
        if (firstLevels.length < Units.MIN_REPLICATES
            || !(Means.mean(firstLevels) > 0 && Means.mean(secondLevels) > 0)) {
          continue;
        }
        firstLevels = Means.deviations(firstLevels);
        secondLevels = Means.deviations(secondLevels);
        // a rate falls where a time rises
        int sign = first.quantity().moreIsBetter() == second.quantity().moreIsBetter() ? 1 : -1;
        for (int round = 0; round < firstLevels.length; round++) {
          covariance += sign * firstLevels[round] * secondLevels[round];
        }
        scale += Math.sqrt(Means.squares(firstLevels, 0) * Means.squares(secondLevels, 0));
        count = Math.max(count, firstLevels.length);
      }
    }
    int different = (int) all.stream().map(Rounds::processes).distinct().count();
    return new Rounds(false, tail, covariance / scale, count, different);
  }

  /** What a configuration has in each of its rounds, in order of first appearance. */
  private static Map<Integer, Double> levels(Observations side, Statistic statistic) {
    Map<Integer, List<Double>> byRound = new LinkedHashMap<>();
    side.forks()
        .forEach(fork ->
            byRound
                .computeIfAbsent(fork.round(), key -> new ArrayList<>())
                .add(statistic.of(fork, side.quantity())));
    Map<Integer, Double> levels = new LinkedHashMap<>();
    byRound.forEach((round, each) ->
        levels.put(round, Means.mean(each.stream().mapToDouble(level -> level).toArray())));
    return levels;
  }

  private static double[] in(Collection<Integer> rounds, Map<Integer, Double> levels) {
    return rounds.stream().mapToDouble(round -> levels.getOrDefault(round, Double.NaN)).toArray();
  }

  /** What the same forks measured is one configuration: it shares more than a round. */
  private static Object processes(Observations observations) {
    Map<String, String> names = observations.origin().processes();
    return names.isEmpty() ? observations : names;
  }

  private static boolean inRounds(Observations observations) {
    return observations.machines().size() == 1
        && observations.forks().stream().allMatch(fork -> fork.round() > 0);
  }

  /** The rounds of a side, in order of first appearance. */
  static Set<Integer> of(Observations side) {
    return side.forks().stream()
        .map(ForkSeries::round)
        .filter(round -> round > 0)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The width of a paired interval over that of an unpaired one, of equal variances. */
  public double width() {
    double df = Math.max(2, count) - 1.0;
    return Math.sqrt(Math.max(0, 1 - share))
        * TDistribution.of(df).inverseSurvivalProbability(tail)
        / TDistribution.of(2 * df).inverseSurvivalProbability(tail);
  }

  /** Whether pairs are compared round by round. */
  public boolean pay() {
    return always
        || (tested() && f() > 0 && test().survivalProbability(f()) < SHARED && width() < 1);
  }

  private boolean tested() {
    return count >= (configurations > 2 ? Units.MIN_REPLICATES : MIN_ROUNDS_FOR_TWO);
  }

  /** The mean square of rounds over that of what they leave; NaN without a share. */
  private double f() {
    return (1 + (configurations - 1) * share) / Math.max(MIN_RESIDUAL, 1 - share);
  }

  private FDistribution test() {
    double df = count - 1.0;
    return FDistribution.of(df, df * (configurations - 1));
  }

  private static boolean shareRounds(Observations first, Observations second) {
    return inRounds(first) && inRounds(second) && first.machines().equals(second.machines());
  }

  /** Whether two configurations are compared round by round. */
  boolean pair(Observations first, Observations second) {
    return pay() && (always || shareRounds(first, second));
  }

  /** The correlation of two configurations that are not paired: below 0 in opposed rounds, or 0. */
  double opposed(Observations first, Observations second) {
    boolean opposed =
        tested()
            && share < 0
            && shareRounds(first, second)
            && test().cumulativeProbability(Math.max(0, f())) < OPPOSED;
    return opposed ? share : 0;
  }
}
