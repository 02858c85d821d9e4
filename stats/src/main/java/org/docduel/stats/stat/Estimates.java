package org.docduel.stats.stat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Resampling.Replicates;
import org.docduel.stats.stat.Resampling.Resampler;
import org.docduel.stats.stat.Row.Side;
import org.docduel.stats.stat.Units.Stratum;

/** What the methods say about a row. One that resamples does so once for all questions. */
public final class Estimates {
  // Stands for an unbounded t, small enough that interpolation between two of them stays finite.
  private static final double UNBOUNDED = 1e200;

  private final Row row;
  private final Statistic statistic;
  private final Resampling resampling;
  private final Map<Method, Replicates> drawn = new EnumMap<>(Method.class);

  /** The estimates of a row. */
  public Estimates(Row row, Statistic statistic, Resampling resampling) {
    this.row = row;
    this.statistic = statistic;
    this.resampling = resampling;
  }

  /**
   * The estimate of a method.
   *
   * @param critical where a claim begins: bounds are taken there
   */
  public Estimate by(Method method, Critical critical, Hypothesis hypothesis) {
    return switch (method) {
      case T -> t(method, row.ratio(), critical, hypothesis);
      case WELCH -> t(method, logarithms(), new Critical(critical.score(), true), hypothesis);
      case STUDENTIZED -> studentized(critical.tail(), hypothesis);
      default -> shares(method, critical.tail(), hypothesis);
    };
  }

  private Replicates drawn(Method method, Resampler resampler) {
    return drawn.computeIfAbsent(method, key -> resampling.of(resampler, row.streams()));
  }

  /** Student's t: {@code t = (theta - log(1 - Delta)) / se}. */
  private Estimate t(Method method, LogRatio ratio, Critical critical, Hypothesis hypothesis) {
    if (!ratio.varies()) {
      return withoutVariance(method, ratio.theta(), 0, critical.tail(), hypothesis);
    }
    double confidence = 1 - 2 * critical.tail();
    double se = Math.sqrt(ratio.variance());
    double threshold = hypothesis.logThreshold();
    TDistribution t = TDistribution.of(ratio.df());
    double reach = critical.t(ratio.df()) * se;
    return estimate(
        method,
        1 - StrictMath.exp(ratio.theta()),
        new Interval(
            1 - StrictMath.exp(ratio.theta() + reach),
            1 - StrictMath.exp(ratio.theta() - reach),
            confidence),
        Means.roundForPortability(t.cumulativeProbability((ratio.theta() - threshold) / se)),
        Means.roundForPortability(t.survivalProbability((ratio.theta() + threshold) / se)),
        se,
        ratio.df());
  }

  /**
   * The log ratio of Welch's t (Welch 1947, doi:10.1093/biomet/34.1-2.28): of the means of
   * logarithms.
   */
  private LogRatio logarithms() {
    boolean idle =
        row.strata()
            .flatMap(each -> Stream.of(each.baseline(), each.candidate()))
            .anyMatch(side -> Arrays.stream(side.units()).anyMatch(unit -> unit <= 0));
    if (idle) {
      throw new BadInputException(
          "method welch takes logarithms, and one fork has no operation; use --method t");
    }
    return LogRatio.of(row.units().stream().map(Units::geometric).toList());
  }

  /**
   * With two units a side or more, the estimate itself is all there is to say. A side that did
   * nothing on a machine, in a file or in its median has no ratio.
   *
   * @param claimed the p of a claim: 0 of a t, which has no bound; of resamples the least they have
   */
  private Estimate withoutVariance(
      Method method, double theta, double claimed, double tail, Hypothesis hypothesis) {
    boolean several = row.units().stream().allMatch(Units::several) && Double.isFinite(theta);
    double limit = hypothesis.logThreshold() + Hypothesis.ROUNDING;
    boolean equal = Math.abs(theta) <= limit; // at Delta 0: neither claim can be made
    double claimP = equal ? 1 : claimed;
    double delta = 1 - StrictMath.exp(theta);
    double confidence = 1 - 2 * tail;
    return estimate(
        method,
        delta,
        several
            ? new Interval(delta, delta, confidence)
            : new Interval(Double.NEGATIVE_INFINITY, 1, confidence),
        several && theta <= limit ? claimP : 1,
        several && -theta <= limit ? claimP : 1,
        several ? 0 : Double.NaN,
        Double.NaN);
  }

  /**
   * Bootstrap-t on the log ratio of means (Efron and Tibshirani 1993, section 12.5). With {@code t*
   * = (theta* - theta) / se*}, the p-value counts the resamples with {@code t* <= (theta - log(1 -
   * Delta)) / se}: the observed distance from the boundary of H0 against what resampling at that
   * boundary gives.
   */
  private Estimate studentized(double tail, Hypothesis hypothesis) {
    Resampler resampler = resampler(Method.STUDENTIZED);
    double ratio = resampler.estimate();
    double theta = StrictMath.log(ratio);
    double variance = resampler.variance();
    if (!(variance > LogRatio.NO_VARIANCE)) {
      return withoutVariance(Method.STUDENTIZED, theta, p(0), tail, hypothesis);
    }
    double se = Math.sqrt(variance);
    Replicates replicates = drawn(Method.STUDENTIZED, resampler);
    double[] t = replicates.estimates().clone();
    for (int i = 0; i < t.length; i++) {
      double shift = StrictMath.log(t[i] / ratio);
      double resampleVariance = replicates.variances()[i];
      t[i] =
          resampleVariance > LogRatio.NO_VARIANCE
              ? shift / Math.sqrt(resampleVariance)
              : Math.signum(shift) * UNBOUNDED;
    }
    long above = Replicates.above(t, (theta - hypothesis.logThreshold()) / se);
    long below = Replicates.below(t, (theta + hypothesis.logThreshold()) / se);
    double[] bounds = Means.TYPE_7.evaluate(t, tail, 1 - tail);
    return estimate(
        Method.STUDENTIZED,
        1 - ratio,
        new Interval(
            1 - StrictMath.exp(theta - bounds[0] * se),
            1 - StrictMath.exp(theta - bounds[1] * se),
            1 - 2 * tail),
        p(t.length - above),
        p(t.length - below),
        Double.NaN,
        Double.NaN);
  }

  /** Interval and p as shares of the resampled reductions. */
  private Estimate shares(Method method, double tail, Hypothesis hypothesis) {
    Resampler resampler = resampler(method);
    Replicates replicates = drawn(method, resampler);
    boolean forks = method == Method.HIERARCHICAL;
    return new Estimate(
        method,
        forks ? "fork" : "observation",
        forks ? row.forks(Side.BASELINE) : row.observations(Side.BASELINE),
        forks ? row.forks(Side.CANDIDATE) : row.observations(Side.CANDIDATE),
        1 - resampler.estimate(),
        replicates.interval(tail),
        p(replicates.below(hypothesis.delta())),
        p(replicates.reversedBelow(hypothesis.delta())),
        Double.NaN,
        Double.NaN);
  }

  private Resampler resampler(Method method) {
    return Resampler.of(
        switch (method) {
          case STUDENTIZED -> row.units().stream().map(Estimates::studentized).toList();
          case HIERARCHICAL -> ratios(pair -> SampledRatio.hierarchical(pair, statistic));
          default -> ratios(pair -> SampledRatio.flat(pair, statistic));
        });
  }

  private List<SampledRatio> ratios(Function<Comparison, SampledRatio> ratio) {
    return row.members().stream().map(ratio).toList();
  }

  private static Resampler studentized(Units units) {
    if (units.strata().stream().anyMatch(Stratum::paired)) {
      throw new BadInputException(
          "method studentized does not compare pairs of " + units.name() + "s; use --method t");
    }
    return Resampler.of(
        units.strata().stream()
            .map(stratum ->
                SampledRatio.studentized(
                    stratum.denominator().units(), stratum.numerator().units()))
            .toList());
  }

  /** Never zero (Davison and Hinkley 1997, section 4.2). */
  private double p(long count) {
    return (count + 1) / (resampling.resamples() + 1.0);
  }

  private Estimate estimate(
      Method method,
      double delta,
      Interval interval,
      double p,
      double reversedP,
      double standardError,
      double df) {
    return new Estimate(
        method,
        row.units().get(0).name(),
        row.units(Side.BASELINE),
        row.units(Side.CANDIDATE),
        delta,
        interval,
        p,
        reversedP,
        standardError,
        df);
  }
}
