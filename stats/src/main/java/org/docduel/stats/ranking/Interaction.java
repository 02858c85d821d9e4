package org.docduel.stats.ranking;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;
import org.docduel.stats.stat.Estimate;

/**
 * Whether the ratio of two subjects depends on the configuration: the interaction of subject and
 * configuration.
 */
final class Interaction {
  private Interaction() {}

  /**
   * The p of the hypothesis that the ratio is the same in every configuration: each log ratio is
   * compared with the mean of all by Student's t, and the smallest p counts as many times as there
   * are configurations (Bonferroni). Configurations vary unlike, so the degrees of freedom are the
   * smallest of any, which errs to the safe side: Satterthwaite's are too many among configurations
   * of three forks. Ratios that the same forks measured vary together, which makes the p larger
   * than it need be.
   *
   * @param ratios by configuration
   * @return 1 with fewer than two ratios that have a standard error
   */
  static double p(List<Estimate> ratios) {
    List<Estimate> tested = ratios.stream().filter(ratio -> ratio.standardError() > 0).toList();
    int count = tested.size();
    if (count < 2) {
      return 1;
    }
    double mean = tested.stream().mapToDouble(Estimate::logRatio).average().orElseThrow();
    double all = tested.stream().mapToDouble(Interaction::variance).sum();
    double df = tested.stream().mapToDouble(Estimate::df).min().orElseThrow();
    double largest = 0;
    for (Estimate ratio : tested) {
      // of x - mean, where x has the weight 1 - 1/n in it and each other one 1/n
      double error = variance(ratio) * (1 - 2.0 / count) + all / count / count;
      largest = Math.max(largest, Math.abs(ratio.logRatio() - mean) / Math.sqrt(error));
    }
    int comparisons = count == 2 ? 1 : count; // two deviate alike
    return Math.min(1, 2 * comparisons * TDistribution.of(df).survivalProbability(largest));
  }

  private static double variance(Estimate ratio) {
    return ratio.standardError() * ratio.standardError();
  }
}
