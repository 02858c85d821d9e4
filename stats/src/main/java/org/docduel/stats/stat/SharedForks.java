package org.docduel.stats.stat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.docduel.stats.stat.LogRatio.Term;

/**
 * Adds up what the same forks contribute to a log ratio: whatever slows a fork slows all that it
 * measures. Contributions are matched by fork, never by their position, since some may lack forks
 * that others have. Where a file says nothing but positions, results with other numbers of forks
 * are not matched: which fork is missing is not known.
 */
final class SharedForks {
  private SharedForks() {}

  /**
   * What one sample adds to a log ratio.
   *
   * @param unit what its units are: contributions are matched unit by unit where these agree
   * @param ids identify its units among those of the same forks
   * @param forks all forks behind it
   * @param deviations of each unit from the mean, relative to it
   * @param term the sample on its own
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Contribution(String unit, List<?> ids, Set<ForkId> forks, double[] deviations, Term term) {
    int size() {
      return deviations.length;
    }
  }

  /** Terms of one unit that have forks in common with no other term of that unit. */
  private record Sum(String unit, Set<ForkId> forks, Term term) {}

  /** The independent terms of some contributions, in order of first appearance. */
  static List<Term> terms(List<Contribution> contributions) {
    Map<String, List<Contribution>> byUnit = new LinkedHashMap<>();
    contributions.forEach(
        each -> byUnit.computeIfAbsent(each.unit(), key -> new ArrayList<>()).add(each));
    List<Sum> sums = new ArrayList<>();
    byUnit.forEach((unit, all) -> {
      for (List<Contribution> shared : groups(all, Contribution::forks)) {
        Set<ForkId> forks = new LinkedHashSet<>();
        shared.forEach(each -> forks.addAll(each.forks()));
        sums.add(new Sum(unit, forks, sum(shared)));
      }
    });
    return byUnit.size() == 1
        ? sums.stream().map(Sum::term).toList()
        : groups(sums, Sum::forks).stream().flatMap(group -> bounded(group).stream()).toList();
  }

  /**
   * Terms that rest on the same forks by different units, for example on rounds and on single
   * forks, or on forks of which it is not known which are missing. Their covariance is unknown, so
   * that their standard errors add up, which is its bound.
   */
  private static List<Term> bounded(List<Sum> group) {
    Map<String, List<Term>> byUnit = new LinkedHashMap<>();
    group.forEach(
        each -> byUnit.computeIfAbsent(each.unit(), key -> new ArrayList<>()).add(each.term()));
    if (byUnit.size() == 1) {
      return group.stream().map(Sum::term).toList();
    }
    double error = 0;
    double df = Double.POSITIVE_INFINITY;
    for (List<Term> independent : byUnit.values()) {
      LogRatio ratio = new LogRatio(0, independent);
      error += Math.sqrt(ratio.variance());
      df = ratio.varies() ? Math.min(df, ratio.df()) : df;
    }
    double finiteDf = Double.isInfinite(df) ? 1 : df;
    return List.of(new Term(keys(group, Sum::term), 1, error * error, finiteDf, 1));
  }

  private static <T> List<Object> keys(List<T> members, Function<T, Term> term) {
    return members.stream().map(each -> term.apply(each).key()).toList();
  }

  /** One term of contributions that share forks. */
  private static Term sum(List<Contribution> shared) {
    Contribution first = shared.get(0);
    if (shared.size() == 1) {
      return first.term();
    }
    boolean complete = shared.stream().allMatch(each -> each.ids().equals(first.ids()));
    List<Object> keys = keys(shared, Contribution::term);
    double sign = Math.signum(first.term().weight());
    if (!complete) {
      return new Incomplete(shared).term(keys, sign);
    }
    double[] sums = new double[first.size()];
    for (Contribution each : shared) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += each.term().weight() * each.deviations()[i];
      }
    }
    return new Term(keys, 1, LogRatio.variance(sums), sums.length - 1.0, sign);
  }

  /**
   * Contributions of which some lack units. Each unit's sum is one draw, with the degrees of
   * freedom by which Bell and McCaffrey 2002 (Survey Methodology 28(2), 169-181) correct the
   * variance of clusters, for the working model that units differ in nothing but what they share.
   * The variance is unbiased under that model, and not too small where the contributions are
   * independent.
   */
  private static final class Incomplete {
    private final double[] sums;
    private final double[] weights;
    private final double[][] residuals; // of the working model, for each unit by each unit

    Incomplete(List<Contribution> shared) {
      Map<Object, Integer> index = new HashMap<>();
      shared.forEach(each -> each.ids().forEach(id -> index.putIfAbsent(id, index.size())));
      int units = index.size();
      sums = new double[units];
      weights = new double[units];
      residuals = new double[units][units];
      for (Contribution each : shared) {
        int size = each.size();
        double weight = each.term().weight();
        double share = Math.abs(weight) / size;
        double unbiased = Math.sqrt(size / (size - 1.0));
        int[] at = each.ids().stream().mapToInt(id -> index.getOrDefault(id, 0)).toArray();
        for (int i = 0; i < size; i++) {
          sums[at[i]] += weight * unbiased * each.deviations()[i] / size;
          weights[at[i]] += share;
          for (int k = 0; k < size; k++) {
            residuals[at[i]][at[k]] += share * unbiased * ((i == k ? 1 : 0) - 1.0 / size);
          }
        }
      }
    }

    Term term(Object key, double sign) {
      double modelled = squares(residuals);
      double variance = Means.squares(sums, 0) * Means.squares(weights, 0) / modelled;
      double df = modelled * modelled / squares(products());
      return new Term(key, 1, variance, df, sign);
    }

    private double[][] products() {
      int units = residuals.length;
      double[][] products = new double[units][units];
      for (int i = 0; i < units; i++) {
        for (int k = 0; k < units; k++) {
          double[] second = residuals[k];
          double[] first = residuals[i];
          products[i][k] = IntStream.range(0, units).mapToDouble(j -> first[j] * second[j]).sum();
        }
      }
      return products;
    }

    private static double squares(double[][] matrix) {
      ToDoubleFunction<double[]> row = values -> Means.squares(values, 0);
      return Arrays.stream(matrix).mapToDouble(row).sum();
    }
  }

  /**
   * Groups items so that those with a fork in common, or with one in common with a third, are in
   * one group.
   *
   * @return the groups and their items in order of first appearance
   */
  static <T> List<List<T>> groups(List<T> items, Function<T, ? extends Collection<ForkId>> forks) {
    int[] parent = IntStream.range(0, items.size()).toArray();
    Map<ForkId, Integer> owner = new HashMap<>();
    for (int i = 0; i < parent.length; i++) {
      for (ForkId fork : forks.apply(items.get(i))) {
        Integer other = owner.putIfAbsent(fork, i);
        if (other != null) {
          int firstRoot = root(parent, other);
          int secondRoot = root(parent, i);
          parent[Math.max(firstRoot, secondRoot)] = Math.min(firstRoot, secondRoot);
        }
      }
    }
    Map<Integer, List<T>> groups = new LinkedHashMap<>();
    for (int i = 0; i < parent.length; i++) {
      groups.computeIfAbsent(root(parent, i), key -> new ArrayList<>()).add(items.get(i));
    }
    return List.copyOf(groups.values());
  }

  private static int root(int[] parent, int of) {
    int root = of;
    while (parent[root] != root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  }
}
