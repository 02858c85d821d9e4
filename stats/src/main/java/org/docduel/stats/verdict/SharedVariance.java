package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.analysis.solvers.BrentSolver;
import org.apache.commons.math3.special.Gamma;
import org.apache.commons.statistics.distribution.FDistribution;
import org.docduel.stats.stat.LogRatio;
import org.docduel.stats.stat.Row;

/**
 * Variances of several comparisons, drawn towards their common one by as much as they resemble each
 * other: an inverse gamma prior is fitted to them by moments (Smyth 2004,
 * doi:10.2202/1544-6115.1027, section 6.2).
 *
 * @param variance the common variance
 * @param df how many degrees of freedom it is worth
 */
record SharedVariance(double variance, double df) {
  private static final int FEWEST = 5;
  private static final double NOISIER = 0.05;
  private static final double MOST_DF = 1e4;
  private static final double LEAST_DF = 1e-3;

  /** The rows with the variances they share; rows of fewer than five processes share nothing. */
  static List<Row> among(List<Row> rows) {
    Map<Object, LogRatio> byProcesses = new LinkedHashMap<>();
    rows.stream()
        .filter(Row::testable)
        .forEach(row -> byProcesses.putIfAbsent(row.processes(), row.ratio()));
    if (byProcesses.size() < FEWEST) {
      return rows;
    }
    // rows of the same processes vary alike: all of them know no more of it than one
    List<LogRatio> ratios = List.copyOf(byProcesses.values());
    SharedVariance shared = fitted(ratios);
    List<Row> changed = new ArrayList<>();
    for (Row row : rows) {
      boolean lent = row.testable() && !shared.tooSmallFor(row.ratio(), ratios.size());
      changed.add(lent ? row.withRatio(shared.with(row.ratio())) : row);
    }
    return changed;
  }

  /**
   * Whether a benchmark is so much noisier than the others that it must keep its own variance. With
   * fewer forks that cannot be told, and it would err more often than with what it is lent.
   */
  private boolean tooSmallFor(LogRatio ratio, int among) {
    double f = ratio.variance() / variance;
    return ratio.df() >= FEWEST - 1
        && FDistribution.of(ratio.df(), df).survivalProbability(f) < NOISIER / among;
  }

  private static SharedVariance fitted(List<LogRatio> ratios) {
    double[] logs = new double[ratios.size()];
    double mean = 0;
    double expected = 0;
    for (int i = 0; i < logs.length; i++) {
      double half = ratios.get(i).df() / 2;
      logs[i] =
          StrictMath.log(ratios.get(i).variance()) - Gamma.digamma(half) + StrictMath.log(half);
      mean += logs[i] / logs.length;
      expected += Gamma.trigamma(half) / logs.length;
    }
    double spread = 0;
    for (double log : logs) {
      spread += (log - mean) * (log - mean) / (logs.length - 1);
    }
    double df = df(spread - expected);
    double variance = StrictMath.exp(mean + Gamma.digamma(df / 2) - StrictMath.log(df / 2));
    return new SharedVariance(variance, df);
  }

  /** The degrees of freedom whose half has a trigamma; many where there is no spread to explain. */
  private static double df(double trigamma) {
    if (!(trigamma > Gamma.trigamma(MOST_DF / 2))) {
      return MOST_DF;
    }
    if (trigamma >= Gamma.trigamma(LEAST_DF / 2)) {
      return LEAST_DF;
    }
    return 2
        * new BrentSolver(1e-9)
            .solve(1000, half -> Gamma.trigamma(half) - trigamma, LEAST_DF / 2, MOST_DF / 2);
  }

  private LogRatio with(LogRatio ratio) {
    double all = df + ratio.df();
    double moderated = (df * variance + ratio.df() * ratio.variance()) / all;
    return new LogRatio(
        ratio.theta(), List.of(new LogRatio.Term(new Object(), 1, moderated, all, 1)));
  }
}
