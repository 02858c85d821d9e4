package org.docduel.stats.stat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.commons.statistics.distribution.TDistribution;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;

/**
 * How much of the variance of a run's forks its rounds share: the forks of a round run one after
 * the other, so that a neighbour who comes and goes meets them all. It is the mean correlation of
 * all pairs of configurations, weighted by their standard deviations, each about its own mean.
 *
 * <p>A pair is compared round by round where the rounds of all <em>other</em> pairs share more than
 * a third of the variance, in 5 rounds or more. The pair's own covariance has no say: two
 * configurations that chose by it would err too often, so two alone are never paired by it.
 */
public final class Rounds {
  /** Nothing is paired. */
  public static final Rounds NONE = new Rounds(false);

  /** Whatever has rounds is paired. */
  public static final Rounds ALWAYS = new Rounds(true);

  /** The share from which pairs gain more than the degrees of freedom that they cost. */
  public static final double PAYS = 1.0 / 3;

  /** Fewer rounds say too little. */
  public static final int FEWEST = 5;

  private static final int FEWEST_SHARED = 3;

  private final boolean always;
  private final Map<Set<Observations>, double[]> pairs = new HashMap<>();
  private double covariance;
  private double scale;
  private int rounds;

  private Rounds(boolean always) {
    this.always = always;
  }

  /** The rounds of all configurations of a run. */
  public static Rounds of(Collection<Observations> configurations) {
    Rounds found = new Rounds(false);
    List<Observations> all = new ArrayList<>();
    configurations.stream()
        .filter(one -> one.machines().size() == 1)
        .filter(one -> one.forks().stream().allMatch(fork -> fork.round() > 0))
        .forEach(all::add);
    for (int i = 0; i < all.size(); i++) {
      for (int k = i + 1; k < all.size(); k++) {
        found.add(all.get(i), all.get(k));
      }
    }
    return found;
  }

  private void add(Observations one, Observations other) {
    if (!one.machines().equals(other.machines())) {
      return;
    }
    double[][] shared = shared(one.forks(), other.forks(), ForkSeries::mean);
    int n = shared[0].length;
    double first = Means.mean(shared[0]);
    double second = Means.mean(shared[1]);
    if (n < FEWEST_SHARED || !(first > 0 && second > 0)) {
      return;
    }
    double sum = 0;
    double[] squares = {0, 0};
    for (int i = 0; i < n; i++) {
      double left = shared[0][i] / first - 1;
      double right = shared[1][i] / second - 1;
      sum += left * right;
      squares[0] += left * left;
      squares[1] += right * right;
    }
    // a rate falls where a time rises
    sum = one.quantity().moreIsBetter() == other.quantity().moreIsBetter() ? sum : -sum;
    double[] pair = {sum, Math.sqrt(squares[0] * squares[1])};
    pairs.put(Set.of(one, other), pair);
    covariance += pair[0];
    scale += pair[1];
    rounds = Math.max(rounds, n);
  }

  /** What a fork counts for. */
  interface Levels {
    double of(ForkSeries fork);
  }

  /** The levels of two lists of forks in the rounds that both have, in their order. */
  static double[][] shared(List<ForkSeries> one, List<ForkSeries> other, Levels levels) {
    Map<Integer, ForkSeries> byRound = new HashMap<>();
    other.stream()
        .filter(fork -> fork.round() > 0)
        .forEach(fork -> byRound.put(fork.round(), fork));
    List<ForkSeries> kept = one.stream().filter(fork -> byRound.containsKey(fork.round())).toList();
    double[][] shared = new double[2][kept.size()];
    for (int i = 0; i < kept.size(); i++) {
      shared[0][i] = levels.of(kept.get(i));
      shared[1][i] = levels.of(Objects.requireNonNull(byRound.get(kept.get(i).round())));
    }
    return shared;
  }

  /** The share of the variance, from -1 to 1; NaN when there are no rounds to tell it by. */
  public double share() {
    return covariance / scale;
  }

  /** The width of a paired interval at 95 % over that of an unpaired one, of equal variances. */
  public double width() {
    double n = Math.max(2, rounds);
    return Math.sqrt(Math.max(0, 1 - share()))
        * TDistribution.of(n - 1).inverseSurvivalProbability(0.025)
        / TDistribution.of(2 * (n - 1)).inverseSurvivalProbability(0.025);
  }

  /** How many rounds there are; 0 when nobody noted them. */
  public int count() {
    return rounds;
  }

  /** Whether two configurations are compared round by round. */
  boolean pair(Observations one, Observations other) {
    if (always || rounds < FEWEST) {
      return always;
    }
    double[] own = one == other ? null : pairs.get(Set.of(one, other));
    return own != null && (covariance - own[0]) / (scale - own[1]) > PAYS;
  }
}
