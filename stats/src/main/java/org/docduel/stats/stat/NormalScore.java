package org.docduel.stats.stat;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Puts t statistics of different degrees of freedom on one scale, that of a standard normal number
 * (Wallace 1959, doi:10.1214/aoms/1177706096). It costs a logarithm and a root, so that millions of
 * simulated statistics can be compared with an observed one.
 */
public final class NormalScore {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private NormalScore() {}

  /**
   * The score of a t.
   *
   * @param df its degrees of freedom, above 0
   */
  public static double of(double t, double df) {
    double size = (8 * df + 1) / (8 * df + 3) * Math.sqrt(df * StrictMath.log1p(t * t / df));
    return t < 0 ? -size : size;
  }

  /** The t that has a score. */
  public static double t(double score, double df) {
    double root = score * (8 * df + 3) / (8 * df + 1);
    double size = Math.sqrt(df * StrictMath.expm1(root * root / df));
    return score < 0 ? -size : size;
  }

  /** The score of a one-sided p; infinite for 0 and 1. */
  public static double ofP(double p) {
    return -Means.roundForPortability(
        NORMAL.inverseCumulativeProbability(Math.min(1, Math.max(0, p))));
  }

  /** The one-sided p of a score. */
  public static double p(double score) {
    return Means.roundForPortability(NORMAL.survivalProbability(score));
  }
}
