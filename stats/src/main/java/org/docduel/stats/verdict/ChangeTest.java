package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.analysis.solvers.BrentSolver;
import org.apache.commons.math3.special.Gamma;
import org.apache.commons.statistics.distribution.FDistribution;
import org.docduel.stats.diagnose.CommonTrend;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.LogRatio;
import org.docduel.stats.stat.Means;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.Row;

/**
 * Tests what changed between two runs. All benchmarks, in both directions, are one family, so that
 * many unchanged benchmarks seldom raise a false alarm; they lend each other their variance.
 * Immutable.
 *
 * @param test the settings; its Delta is not used
 * @param margin the relative change within which something counts as unchanged, for example 0.05; 0
 *     for no such verdict
 */
public record ChangeTest(SuperiorityTest test, double margin) {

  /** Checks the margin. */
  public ChangeTest {
    if (!(margin >= 0 && margin < 1)) {
      throw new IllegalArgumentException(
          "margin " + margin + " is out of range; a fraction from 0 to below 1 is expected");
    }
  }

  /**
   * Tests all comparisons.
   *
   * @param comparisons the earlier run as baseline, the later as candidate; at least one
   */
  public List<Change> testAll(List<Comparison> comparisons) {
    SuperiorityTest undirected = test.withDelta(0).withMethod(Method.T).withSharedVariance();
    // Each comparison has a quantity of its own: a family need not share a unit.
    List<SuperiorityReport> reports =
        undirected.testTogether(comparisons.stream().map(List::of).toList());
    List<CommonTrend> trends =
        comparisons.stream().flatMap(Comparison::sides).map(CommonTrend::of).toList();
    boolean[] found = CommonTrend.foundAmong(trends);
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < reports.size(); i++) {
      double drift =
          IntStream.of(2 * i, 2 * i + 1)
              .filter(side -> found[side])
              .mapToDouble(side -> trends.get(side).largestChange())
              .max()
              .orElse(0);
      changes.add(new Change(reports.get(i).rows().get(0), margin, drift));
    }
    return changes;
  }

  /**
   * How something changed between two runs.
   *
   * @param row the test of the later run against the earlier one with Delta 0, adjusted over all
   *     benchmarks and both directions
   * @param margin within which it counts as unchanged
   * @param drift the largest change within a run, over its iterations, of a side that was not
   *     steady; 0 where both were
   */
  public record Change(Superiority row, double margin, double drift) {
    /** Forks a side without which there is no gate. */
    public static final int FORKS_OF_GATE = 5;

    /**
     * Forks a side with which one slowdown of 5 % among twenty benchmarks is seen in four of five.
     */
    public static final int FORKS_ADVISED = 7;

    /** What may be said about a change, in the order in which it is counted. */
    public static final List<String> LABELS =
        List.of(
            "slower",
            "faster",
            "within",
            "no change shown",
            Verdict.WITHHELD.label(),
            Verdict.TOO_FEW.label(),
            Verdict.NO_VERDICT.label());

    /** What may be said about it; that no change is shown is not the same as equal. */
    public String label() {
      return switch (row.verdict()) {
        case INFERIOR -> LABELS.get(0);
        case SUPERIOR -> LABELS.get(1);
        case NOT_BETTER, INCONCLUSIVE -> LABELS.get(within() ? 2 : 3);
        default -> row.verdict().label();
      };
    }

    private boolean within() {
      return row.interval().lower() > -margin && row.interval().upper() < margin;
    }

    /**
     * The relative slowdown that this comparison would have seen in half of all runs, for example
     * 0.05: that whose estimate reaches the critical value; infinite when it could see none.
     */
    public double detectable() {
      return Double.isNaN(row.adjustedP())
          ? Double.POSITIVE_INFINITY
          : Math.sqrt((1 + upperBound()) / (1 + lowerBound())) - 1;
    }

    /** Whether the later run is shown to be slower. */
    public boolean slower() {
      return row.verdict() == Verdict.INFERIOR;
    }

    /** Relative change of the time: 0.05 is 5 % slower. */
    public double relative() {
      return row.primary().timeRatio() - 1;
    }

    /** The smallest relative change that is not ruled out. */
    public double lowerBound() {
      return -row.interval().upper();
    }

    /** The largest relative change that is not ruled out. */
    public double upperBound() {
      return -row.interval().lower();
    }

    /**
     * Whether there are forks enough for a gate; with fewer, alarms and blindness are both common.
     */
    public boolean hasMinReplicates() {
      int units = Math.min(row.primary().baselineUnits(), row.primary().candidateUnits());
      return units >= FORKS_OF_GATE && row.verdict() != Verdict.TOO_FEW; // of iterations too
    }

    /**
     * Whether this is a regression: shown to be slower, with however many forks, and a slowdown of
     * a threshold is not ruled out.
     *
     * @param threshold for example 0.05
     */
    public boolean regressed(double threshold) {
      return slower() && upperBound() >= threshold;
    }

    /**
     * Whether a regression of this size would have been missed in more than half of all runs.
     *
     * @param threshold for example 0.05
     */
    public boolean blind(double threshold) {
      return !hasMinReplicates() || detectable() > threshold;
    }
  }

  /**
   * Variances of several comparisons, drawn towards their common one by as much as they resemble
   * each other: an inverse gamma prior is fitted to them by moments (Smyth 2004,
   * doi:10.2202/1544-6115.1027, section 6.2).
   *
   * @param df how many degrees of freedom it is worth
   */
  record SharedVariance(double variance, double df) {
    private static final int MIN_RATIOS = 5;
    private static final double NOISIER = 0.05;
    private static final double MAX_PRIOR_DF = 1e4;
    private static final double MIN_PRIOR_DF = 1e-3;

    /**
     * The rows with the variances they share; rows of fewer than five processes share nothing. One
     * with too few forks for a gate keeps its own: too few to tell whether it is noisier than the
     * others, which would make its claims false too often.
     */
    static List<Row> among(List<Row> rows) {
      // rows of the same forks vary alike: all of them know no more of it than one
      List<LogRatio> ratios =
          Row.byForks(rows.stream().filter(Row::testable).toList()).stream()
              .map(shared -> shared.get(0).ratio())
              .toList();
      if (ratios.size() < MIN_RATIOS) {
        return rows;
      }
      SharedVariance shared = fitted(ratios);
      List<Row> changed = new ArrayList<>();
      for (Row row : rows) {
        boolean lent =
            row.testable()
                && row.hasMinForks(Change.FORKS_OF_GATE)
                && !shared.tooSmallFor(row.ratio(), ratios.size());
        changed.add(lent ? row.withRatio(shared.with(row.ratio())) : row);
      }
      return changed;
    }

    /**
     * Whether a benchmark is so much noisier than the others that it must keep its own variance.
     * With fewer forks that cannot be told, and it would err more often than with what it is lent.
     */
    private boolean tooSmallFor(LogRatio ratio, int among) {
      double f = ratio.variance() / variance;
      return ratio.df() >= MIN_RATIOS - 1
          && FDistribution.of(ratio.df(), df).survivalProbability(f) < NOISIER / among;
    }

    private static SharedVariance fitted(List<LogRatio> ratios) {
      double[] logs = new double[ratios.size()];
      double expected = 0;
      for (int i = 0; i < logs.length; i++) {
        double half = ratios.get(i).df() / 2;
        logs[i] =
            StrictMath.log(ratios.get(i).variance()) - Gamma.digamma(half) + StrictMath.log(half);
        expected += Gamma.trigamma(half) / logs.length;
      }
      double df = df(Means.variance(logs) - expected);
      double variance =
          StrictMath.exp(Means.mean(logs) + Gamma.digamma(df / 2) - StrictMath.log(df / 2));
      return new SharedVariance(variance, df);
    }

    /**
     * The degrees of freedom whose half has a trigamma; many where there is no spread to explain.
     */
    private static double df(double trigamma) {
      if (!(trigamma > Gamma.trigamma(MAX_PRIOR_DF / 2))) {
        return MAX_PRIOR_DF;
      }
      if (trigamma >= Gamma.trigamma(MIN_PRIOR_DF / 2)) {
        return MIN_PRIOR_DF;
      }
      return 2
          * new BrentSolver(1e-9)
              .solve(
                  1000,
                  half -> Gamma.trigamma(half) - trigamma,
                  MIN_PRIOR_DF / 2,
                  MAX_PRIOR_DF / 2);
    }

    private LogRatio with(LogRatio ratio) {
      double all = df + ratio.df();
      double moderated = (df * variance + ratio.df() * ratio.variance()) / all;
      return new LogRatio(
          ratio.theta(), List.of(new LogRatio.Term(new Object(), 1, moderated, all, 1)));
    }
  }
}
