package org.docduel.stats.diagnose;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.FDistribution;
import org.docduel.stats.jmh.ForkSeries;
import org.docduel.stats.jmh.Observations;

/**
 * How the variance of observations splits into a part between forks and a part within them: one-way
 * analysis of variance with forks as random groups (Searle, Casella and McCulloch 1992, section
 * 3.5, for unequal sizes).
 *
 * @param between variance between forks, at least 0
 * @param within variance of iterations within a fork
 * @param p p-value of the hypothesis that forks do not differ; NaN when that cannot be tested
 */
public record VarianceComponents(double between, double within, double p) {

  /**
   * Splits the variance.
   *
   * @param observations what to split; needs 2 forks and a fork with 2 iterations, otherwise all
   *     numbers are NaN
   */
  public static VarianceComponents of(Observations observations) {
    List<ForkSeries> forks = observations.forks();
    double n = observations.size();
    double groups = forks.size();
    double mean = Arrays.stream(observations.values()).sum() / n;
    double betweenSquares = 0;
    double withinSquares = 0;
    double sizes = 0;
    for (ForkSeries fork : forks) {
      double forkMean = Arrays.stream(fork.values()).sum() / fork.size();
      betweenSquares += fork.size() * (forkMean - mean) * (forkMean - mean);
      sizes += (double) fork.size() * fork.size();
      for (double value : fork.values()) {
        withinSquares += (value - forkMean) * (value - forkMean);
      }
    }
    if (groups < 2 || n <= groups) {
      return new VarianceComponents(Double.NaN, Double.NaN, Double.NaN);
    }
    double betweenMean = betweenSquares / (groups - 1);
    double within = withinSquares / (n - groups);
    double typicalSize = (n - sizes / n) / (groups - 1);
    double between = Math.max(0, (betweenMean - within) / typicalSize);
    return new VarianceComponents(between, within, p(betweenMean, within, groups - 1, n - groups));
  }

  private static double p(double betweenMean, double within, double df1, double df2) {
    return within > 0
        ? FDistribution.of(df1, df2).survivalProbability(betweenMean / within)
        : Double.NaN;
  }

  /**
   * The share of the variance of a single observation that lies between forks, from 0 to 1; NaN
   * when unknown.
   */
  public double betweenShare() {
    return between / (between + within);
  }
}
