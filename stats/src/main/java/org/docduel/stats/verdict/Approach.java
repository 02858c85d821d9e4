package org.docduel.stats.verdict;

import java.util.List;
import java.util.Optional;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.PValue;
import org.docduel.stats.stat.Statistic;

/**
 * How a test goes about it.
 *
 * @param method the primary method; empty for the one that fits statistic and data
 * @param checks methods whose estimates are given beside
 * @param statistic what is compared
 * @param pValue how counts become p-values
 * @param paired whether observations are matched by order
 * @param sharedVariance whether comparisons lend each other their variance
 * @param looks the plan of a run that ended when its verdicts were in
 */
public record Approach(
    Optional<Method> method,
    List<Method> checks,
    Statistic statistic,
    PValue pValue,
    boolean paired,
    boolean sharedVariance,
    Optional<Looks> looks) {

  /**
   * Checks that the methods know the statistic.
   *
   * @throws IllegalArgumentException if the method does not know the statistic
   */
  public Approach {
    checks = List.copyOf(checks);
    if (statistic == Statistic.TRIMMED && method.filter(m -> !byUnit(m)).isPresent()) {
      throw new IllegalArgumentException(
          "method " + method.get().label() + " knows no trimmed mean; use studentized, t or welch");
    }
  }

  /** Whether a method works with whole units, forks wherever there are several. */
  static boolean byUnit(Method method) {
    return method == Method.STUDENTIZED || method == Method.WELCH || method == Method.T;
  }

  boolean possible(Method check) {
    return statistic != Statistic.TRIMMED || byUnit(check);
  }

  /**
   * Whether this is the published rule: each comparison alone, by its raw p, whatever its forks.
   */
  boolean asPublished() {
    return pValue == PValue.PLAIN
        && method.filter(m -> m == Method.PERCENTILE || m == Method.BCA).isPresent();
  }

  Approach withMethod(Method changed) {
    return new Approach(
        Optional.of(changed), checks, statistic, pValue, paired, sharedVariance, looks);
  }

  Approach withChecks(List<Method> changed) {
    return new Approach(method, changed, statistic, pValue, paired, sharedVariance, looks);
  }

  Approach withStatistic(Statistic changed) {
    return new Approach(method, checks, changed, pValue, paired, sharedVariance, looks);
  }

  Approach withPValue(PValue changed) {
    return new Approach(method, checks, statistic, changed, paired, sharedVariance, looks);
  }

  Approach withPaired(boolean changed) {
    return new Approach(method, checks, statistic, pValue, changed, sharedVariance, looks);
  }

  Approach withSharedVariance(boolean changed) {
    return new Approach(method, checks, statistic, pValue, paired, changed, looks);
  }

  Approach withLooks(Optional<Looks> changed) {
    return new Approach(method, checks, statistic, pValue, paired, sharedVariance, changed);
  }
}
