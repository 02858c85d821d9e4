package org.docduel.stats.diagnose;

import org.apache.commons.statistics.ranking.NaturalRanking;
import org.apache.commons.statistics.ranking.TiesStrategy;

/**
 * Pettitt's test for a change of level at an unknown place (Pettitt 1979, doi:10.2307/2346729).
 *
 * @param after number of observations before the most likely change
 * @param p two-sided p-value, approximate
 */
public record Pettitt(int after, double p) {
  /**
   * Tests a series.
   *
   * @param series in the order of time
   */
  public static Pettitt of(double[] series) {
    int n = series.length;
    double[] ranks = new NaturalRanking(TiesStrategy.AVERAGE).apply(series);
    double sum = 0;
    double largest = 0;
    int place = 0;
    for (int t = 1; t < n; t++) {
      sum += ranks[t - 1];
      double u = Math.abs(2 * sum - t * (n + 1.0));
      if (u > largest) {
        largest = u;
        place = t;
      }
    }
    return new Pettitt(place, p(largest, n));
  }

  /** The smallest p that so many observations can have. */
  public static double smallestP(int count) {
    return p(Math.floor(count * (double) count / 4), count);
  }

  private static double p(double statistic, int n) {
    double exponent = -6 * statistic * statistic / ((double) n * n * n + (double) n * n);
    return Math.min(1, 2 * StrictMath.exp(exponent));
  }
}
