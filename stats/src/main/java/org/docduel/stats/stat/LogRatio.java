package org.docduel.stats.stat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.stats.stat.Units.Stratum;

/**
 * The log time ratio of a contrast, with its standard error by the delta method and Satterthwaite's
 * degrees of freedom, put together from independent samples.
 *
 * @param theta the natural logarithm of candidate time over baseline time
 * @param terms the samples it is made of
 */
public record LogRatio(double theta, List<Term> terms) {
  /** A relative variance this small is rounding: the units do not vary at all. */
  public static final double NO_VARIANCE = 1e-28;

  /**
   * One sample.
   *
   * @param key stands for the sample: terms of one key rest on the same units
   * @param variance variance of the logarithm of its mean; NaN for a single unit
   * @param df degrees of freedom of the variance
   * @param weight its factor in theta, negative for a denominator
   */
  public record Term(Object key, double level, double variance, double df, double weight) {
    double weightedVariance() {
      return weight * weight * variance;
    }
  }

  /**
   * What a sample adds to theta, unit by unit, about its mean.
   *
   * @param processes stands for what made the units
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record Part(Object processes, double[] units, Term term) {

    /** What the same processes made is one sample: what slows one of them slows all it measures. */
    Part plus(Part other) {
      double[] sums = units.clone();
      for (int i = 0; i < sums.length; i++) {
        sums[i] += other.units[i];
      }
      double n = sums.length;
      List<Object> keys = List.of(term.key(), other.term.key());
      double sign = Math.signum(term.weight());
      Term sum = new Term(keys, 1, Means.squares(sums, 0) / (n - 1) / n, n - 1, sign);
      return new Part(processes, sums, sum);
    }
  }

  static LogRatio of(List<Units> members) {
    double theta = 0;
    Map<Object, Part> parts = new LinkedHashMap<>();
    for (Units member : members) {
      double weight = 1.0 / members.size() / member.strata().size();
      for (Stratum stratum : member.strata()) {
        theta += weight * add(stratum, weight, parts);
      }
    }
    return new LogRatio(theta, parts.values().stream().map(Part::term).toList());
  }

  private static double add(Stratum stratum, double weight, Map<Object, Part> parts) {
    double above = Means.mean(stratum.numerator());
    double below = Means.mean(stratum.denominator());
    Object over = Units.processes(stratum.numeratorKey());
    Object under = Units.processes(stratum.denominatorKey());
    if (stratum.pairs() != Stratum.Pairs.NONE) {
      double[] apart = apart(stratum, above, below);
      double n = apart.length;
      double middle = Means.mean(apart);
      Term term =
          new Term(new Object(), 1, Means.squares(apart, middle) / (n - 1) / n, n - 1, weight);
      add(List.of(over, under), weighted(apart, middle, weight), term, parts);
      return stratum.pairs() == Stratum.Pairs.MACHINES ? middle : StrictMath.log(above / below);
    }
    double wide = weight * stretch(stratum, above, below);
    // two revisions have the same processes on both sides
    add(
        List.of(over, stratum.moreIsBetter()),
        weighted(stratum.numerator(), above, wide / above),
        term(stratum.numeratorKey(), stratum.numerator(), above, wide),
        parts);
    add(
        List.of(under, !stratum.moreIsBetter()),
        weighted(stratum.denominator(), below, -wide / below),
        term(stratum.denominatorKey(), stratum.denominator(), below, -wide),
        parts);
    return StrictMath.log(above / below);
  }

  /** By how much opposed rounds widen the standard error: of {@code v + w - 2 r sqrt(v w)}. */
  private static double stretch(Stratum stratum, double above, double below) {
    if (stratum.share() == 0) {
      return 1;
    }
    double one = term("", stratum.numerator(), above, 1).variance();
    double other = term("", stratum.denominator(), below, 1).variance();
    double both = one + other;
    return both > 0 ? Math.sqrt(1 - 2 * stratum.share() * Math.sqrt(one * other) / both) : 1;
  }

  private static void add(Object processes, double[] units, Term term, Map<Object, Part> parts) {
    Part known = parts.get(processes);
    boolean alike = known == null || known.units().length == units.length;
    Object key = alike ? processes : new Object();
    parts.merge(key, new Part(processes, units, term), Part::plus);
  }

  private static double[] weighted(double[] values, double middle, double weight) {
    double[] weighted = new double[values.length];
    for (int i = 0; i < weighted.length; i++) {
      weighted[i] = weight * (values[i] - middle);
    }
    return weighted;
  }

  /**
   * By how much the two of each pair lie apart: of machines, the logarithms; of rounds, the
   * relative deviations from the means, which a fork of rate 0 has too.
   */
  private static double[] apart(Stratum stratum, double above, double below) {
    double[] apart = new double[stratum.numerator().length];
    for (int i = 0; i < apart.length; i++) {
      double left = stratum.numerator()[i];
      double right = stratum.denominator()[i];
      apart[i] =
          stratum.pairs() == Stratum.Pairs.MACHINES
              ? StrictMath.log(left / right)
              : left / above - right / below;
    }
    return apart;
  }

  private static Term term(Object key, double[] units, double mean, double weight) {
    double n = units.length;
    double variance = Means.squares(units, mean) / (n - 1) / n / (mean * mean);
    return new Term(key, mean, variance, n - 1, weight);
  }

  /** The variance of theta; NaN when a sample has a single unit. */
  public double variance() {
    double sum = 0;
    for (Term term : terms) {
      sum += term.weightedVariance();
    }
    return sum;
  }

  /** Whether a t can be made at all. */
  public boolean varies() {
    return variance() > NO_VARIANCE;
  }

  /** Satterthwaite's degrees of freedom. */
  public double df() {
    double sum = 0;
    for (Term term : terms) {
      sum += term.weightedVariance() * term.weightedVariance() / term.df();
    }
    return variance() * variance() / sum;
  }

  /** The normal score of the better of the two claims, superior and inferior; it must vary. */
  public double score(Hypothesis hypothesis) {
    double se = Math.sqrt(variance());
    double threshold = hypothesis.logThreshold();
    double superior = (threshold - theta) / se;
    double inferior = (theta + threshold) / se;
    return NormalScore.of(Math.max(superior, inferior), df());
  }
}
