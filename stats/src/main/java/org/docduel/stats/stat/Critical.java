package org.docduel.stats.stat;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How far from a boundary a claim begins.
 *
 * @param score the normal score
 * @param exact whether a t is the quantile of the score's tail; else it is the t that {@link
 *     NormalScore} puts at the score, as the simulation of a family does
 */
public record Critical(double score, boolean exact) {
  /** The one-sided level. */
  public double tail() {
    return NormalScore.p(score);
  }

  /** The t beyond which a claim is made. */
  public double t(double df) {
    return exact
        ? Means.roundForPortability(
            TDistribution.of(df).inverseSurvivalProbability(Math.max(Double.MIN_NORMAL, tail())))
        : NormalScore.t(score, df);
  }
}
