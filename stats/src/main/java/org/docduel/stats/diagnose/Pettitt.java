package org.docduel.stats.diagnose;

import org.apache.commons.statistics.ranking.NaturalRanking;
import org.apache.commons.statistics.ranking.TiesStrategy;

/**
 * Pettitt's test for a change of level at an unknown place (Pettitt 1979, doi:10.2307/2346729).
 *
 * @param after number of observations before the most likely change
 * @param p two-sided p-value, approximate
 */
record Pettitt(int after, double p) {

  static Pettitt of(double[] series) {
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
    double exponent = -6 * largest * largest / ((double) n * n * n + (double) n * n);
    return new Pettitt(place, Math.min(1, 2 * StrictMath.exp(exponent)));
  }
}
