package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.analysis.solvers.BrentSolver;
import org.apache.commons.math3.special.Gamma;
import org.apache.commons.statistics.distribution.FDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.docduel.stats.diagnose.CommonTrend;
import org.docduel.stats.jmh.HasLabel;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Estimate;
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
      Superiority row = reports.get(i).rows().get(0);
      changes.add(new Change(row, margin, drift, maxSlowdown(row)));
    }
    return changes;
  }

  /** Of a run with interim analyses the bound of the family, which holds at each of them. */
  private double maxSlowdown(Superiority row) {
    Estimate estimate = row.primary();
    if (Double.isNaN(row.interval().lower())) {
      return Double.POSITIVE_INFINITY;
    }
    if (row.look().isPresent() || !(estimate.standardError() > 0)) {
      return -row.interval().lower();
    }
    double t =
        TDistribution.of(estimate.df()).inverseSurvivalProbability(test.hypothesis().alpha());
    double theta = estimate.logRatio();
    return StrictMath.expm1(theta + t * estimate.standardError());
  }

  /** What a benchmark, or all of them, mean to a gate. */
  public enum GateOutcome implements HasLabel {
    /** A slowdown of the limit is excluded. */
    PASSED,
    /** A slowdown is shown, and one of the limit is not excluded. */
    FAILED,
    /** Neither: more forks would tell, or no verdict is possible. */
    UNDECIDED
  }

  /**
   * How something changed between two runs.
   *
   * @param row the test of the later run against the earlier one with Delta 0, adjusted over all
   *     benchmarks and both directions
   * @param margin within which it counts as unchanged, either way: 0.05 is a factor of 1.05
   * @param drift the largest change within a run, over its iterations, of a side that was not
   *     steady; 0 where both were
   * @param maxSlowdown upper bound of the relative slowdown, which holds with 1 - alpha in this
   *     comparison alone: a gate passes only when all of them lie below its limit, which keeps its
   *     chance of a false pass at alpha without an adjustment (intersection-union test, Berger
   *     1982, doi:10.1080/00401706.1982.10487790). Infinite where nothing was tested
   */
  public record Change(Superiority row, double margin, double drift, double maxSlowdown) {
    /**
     * What may be said about it, with the margin for Delta: slower by the margin or more, slower,
     * the same within it, and so on.
     */
    public Verdict verdict() {
      Verdict verdict = row.verdict();
      double theta = StrictMath.log1p(margin);
      double low = StrictMath.log1p(lowerBound());
      double high = StrictMath.log1p(upperBound());
      if (margin > 0 && verdict == Verdict.SLOWER && low >= theta) {
        return Verdict.SLOWER_BY_DELTA;
      }
      if (margin > 0 && verdict == Verdict.FASTER && high <= -theta) {
        return Verdict.FASTER_BY_DELTA;
      }
      return verdict == Verdict.UNDECIDED && low > -theta && high < theta ? Verdict.SAME : verdict;
    }

    /**
     * The p of a change that is claimed, adjusted over the family; NaN where none is, and where the
     * bounds claim more than a change: of that there is no test.
     */
    public double p() {
      return verdict() == row.verdict() ? row.conclusion().p() : Double.NaN;
    }

    /** Whether the later run is shown to be slower. */
    public boolean slower() {
      return row.verdict().isSlower();
    }

    /** Relative change of the time: 0.05 is 5 % slower. */
    public double relative() {
      return row.primary().timeRatio() - 1;
    }

    /** Lower bound of the relative change; it holds together with those of all others. */
    public double lowerBound() {
      return -row.interval().upper();
    }

    /** Upper bound of the relative change; it holds together with those of all others. */
    public double upperBound() {
      return -row.interval().lower();
    }

    /**
     * What it means to a gate. A claim that is withheld, a metric without a direction and a run
     * that was not steady never pass.
     *
     * @param limit the slowdown that must be excluded, for example 0.05
     */
    public GateOutcome gate(double limit) {
      if (slower() && maxSlowdown >= limit) {
        return GateOutcome.FAILED;
      }
      boolean comparable =
          row.verdict() != Verdict.NO_VERDICT
              && row.verdict() != Verdict.WITHHELD
              && isSteady(limit);
      return comparable && maxSlowdown < limit ? GateOutcome.PASSED : GateOutcome.UNDECIDED;
    }

    /** Whether neither run still drifted by a limit. */
    public boolean isSteady(double limit) {
      return drift < limit;
    }

    /**
     * Forks a side of a new run that would tell, were the estimate to stay: it would exclude the
     * limit, or show the slowdown, in four of five runs. 0 when no number up to 1,000 would, or
     * when forks are not the unit.
     *
     * @param limit the slowdown that must be excluded
     * @param alpha the chance of a false pass
     */
    public int neededForks(double limit, double alpha) {
      Estimate estimate = row.primary();
      if (!(estimate.standardError() > 0)) {
        return 0;
      }
      int forks = Math.min(estimate.baselineUnits(), estimate.candidateUnits());
      double theta = estimate.logRatio();
      double atLimit = StrictMath.log1p(limit);
      return theta < atLimit
          ? estimate.neededForks(forks, atLimit - Math.max(0, theta), alpha)
          : estimate.neededForks(forks, theta, familyTail(estimate));
    }

    /** The one-sided level at which the bounds of the family are taken. */
    private double familyTail(Estimate estimate) {
      double reach = StrictMath.log1p(upperBound()) - estimate.logRatio();
      return TDistribution.of(estimate.df()).survivalProbability(reach / estimate.standardError());
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
    private static final int MIN_FORKS = 5;
    private static final double NOISIER = 0.05;
    private static final double MAX_PRIOR_DF = 1e4;
    private static final double MIN_PRIOR_DF = 1e-3;

    /**
     * The rows with the variances they share; rows of fewer than five processes share nothing. One
     * with fewer than five forks keeps its own: too few to tell whether it is noisier than the
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
                && row.hasMinForks(MIN_FORKS)
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
