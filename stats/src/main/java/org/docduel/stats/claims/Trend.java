package org.docduel.stats.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Whether numbers rise or fall with a parameter, group by group. The seasonal Kendall test adds
 * Kendall's S and its variance over the groups (Hirsch, Slack and Smith 1982,
 * doi:10.1029/WR018i001p00107), with the usual correction for continuity.
 */
final class Trend {
  private static final int FEWEST_STEPS = 3;
  private static final double ALPHA = 0.05;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private Trend() {}

  static Measured of(Formula formula, Map<String, List<Double>> series) {
    int steps = series.values().stream().mapToInt(List::size).min().orElse(0);
    if (steps < FEWEST_STEPS) {
      return Measured.none(
          "a course needs at least "
              + FEWEST_STEPS
              + " values of "
              + formula.parameter()
              + "; the results have "
              + steps);
    }
    return formula.over() == Formula.Over.RISES ? rises(series) : trend(series);
  }

  private static Measured rises(Map<String, List<Double>> series) {
    List<String> rising = new ArrayList<>();
    series.forEach((group, values) -> {
      boolean rises = true;
      for (int i = 1; i < values.size(); i++) {
        rises &= values.get(i) > values.get(i - 1);
      }
      if (rises) {
        rising.add(group);
      }
    });
    return Measured.of((double) rising.size() / series.size())
        .because(rising.size() + " of " + series.size() + ": " + String.join("; ", rising));
  }

  private static Measured trend(Map<String, List<Double>> series) {
    long s = 0;
    double variance = 0;
    long pairs = 0;
    for (List<Double> values : series.values()) {
      long n = values.size();
      for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
          s += Double.compare(values.get(j), values.get(i));
        }
      }
      pairs += n * (n - 1) / 2;
      variance += n * (n - 1) * (2 * n + 5) / 18.0;
    }
    double z = Math.max(0, Math.abs(s) - 1) / Math.sqrt(variance);
    double p = Math.min(1, 2 * NORMAL.survivalProbability(z));
    double tau = (double) s / pairs;
    String word = p >= ALPHA ? "no trend" : s > 0 ? "rises" : "falls";
    return Measured.of(tau, word).because(String.format(Locale.ROOT, "tau %.2f, p %.4f", tau, p));
  }
}
