package org.docduel.stats.diagnose;

import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/** Fisher's combination of independent p-values (Fisher 1932, section 21.1). */
final class Fisher {
  private Fisher() {}

  /**
   * The p-value of the hypothesis that nothing is the matter with any fork; 1 when there is none.
   */
  static double combined(DoubleStream pValues) {
    double[] p = pValues.toArray();
    if (p.length == 0) {
      return 1;
    }
    double sum = 0;
    for (double each : p) {
      sum -= 2 * StrictMath.log(Math.max(each, Double.MIN_NORMAL));
    }
    return ChiSquaredDistribution.of(2.0 * p.length).survivalProbability(sum);
  }
}
