package org.docduel.stats.diagnose;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The Mann-Kendall test for a trend in a series (Mann 1945, doi:10.2307/1907187), with the
 * correction for ties and for continuity.
 *
 * @param s number of rising pairs minus number of falling pairs
 * @param p two-sided p-value by the normal approximation, good from 8 observations on
 */
record MannKendall(long s, double p) {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  static MannKendall of(double[] series) {
    long s = 0;
    for (int i = 0; i < series.length; i++) {
      for (int k = i + 1; k < series.length; k++) {
        s += Double.compare(series[k], series[i]) > 0 ? 1 : series[k] < series[i] ? -1 : 0;
      }
    }
    double variance = (pairsWeight(series.length) - tieWeight(series)) / 18;
    if (!(variance > 0)) {
      return new MannKendall(s, 1);
    }
    double z = Math.max(0, Math.abs(s) - 1) / Math.sqrt(variance);
    return new MannKendall(s, Math.min(1, 2 * NORMAL.survivalProbability(z)));
  }

  private static double tieWeight(double[] series) {
    double[] sorted = series.clone();
    Arrays.sort(sorted);
    double weight = 0;
    int start = 0;
    for (int i = 1; i <= sorted.length; i++) {
      if (i == sorted.length || sorted[i] != sorted[start]) {
        weight += pairsWeight(i - start);
        start = i;
      }
    }
    return weight;
  }

  private static double pairsWeight(double n) {
    return n * (n - 1) * (2 * n + 5);
  }
}
