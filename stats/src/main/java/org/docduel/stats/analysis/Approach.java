package org.docduel.stats.analysis;

import java.util.List;
import java.util.Optional;

/**
 * How a test goes about it.
 *
 * @param method the primary method; empty for the one that fits statistic and data
 * @param checks methods whose estimates are given beside
 * @param statistic what is compared
 * @param pValue how counts become p-values
 * @param paired whether observations are matched by order
 */
public record Approach(
    Optional<Method> method,
    List<Method> checks,
    Statistic statistic,
    PValue pValue,
    boolean paired) {

  /**
   * Checks that the methods know the statistic.
   *
   * @throws IllegalArgumentException if a method works with the mean only
   */
  public Approach {
    checks = List.copyOf(checks);
    if (statistic != Statistic.MEAN && method.filter(Approach::meanOnly).isPresent()) {
      throw new IllegalArgumentException(
          "method "
              + method.get().label()
              + " works with the mean only, not with "
              + statistic.label()
              + "; use hierarchical, percentile or bca");
    }
  }

  static boolean meanOnly(Method method) {
    return method == Method.STUDENTIZED || method == Method.WELCH;
  }

  /** The method for some samples. */
  Method methodFor(boolean forked) {
    return method.orElseGet(() ->
        statistic == Statistic.MEAN
            ? Method.STUDENTIZED
            : forked ? Method.HIERARCHICAL : Method.PERCENTILE);
  }

  Approach withMethod(Method changed) {
    return new Approach(Optional.of(changed), checks, statistic, pValue, paired);
  }

  Approach withChecks(List<Method> changed) {
    return new Approach(method, changed, statistic, pValue, paired);
  }

  Approach withStatistic(Statistic changed) {
    return new Approach(method, checks, changed, pValue, paired);
  }

  Approach withPValue(PValue changed) {
    return new Approach(method, checks, statistic, changed, paired);
  }

  Approach withPaired(boolean changed) {
    return new Approach(method, checks, statistic, pValue, changed);
  }
}
