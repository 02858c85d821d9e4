package org.docduel.stats.stat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.stats.stat.Units.Group;
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
    Group over = stratum.numerator();
    Group under = stratum.denominator();
    double theta = StrictMath.log(over.mean() / under.mean());
    if (stratum.pairs() != Stratum.Pairs.NONE) {
      double[] apart = apart(stratum);
      double n = apart.length;
      double middle = Means.mean(apart);
      Term term = new Term(new Object(), 1, Means.variance(apart) / n, n - 1, weight);
      add(
          List.of(over.processes(), under.processes()),
          weighted(apart, middle, weight),
          term,
          parts);
      return stratum.pairs() == Stratum.Pairs.MACHINES ? middle : theta;
    }
    double wide = weight * stretch(over.variance(), under.variance(), stratum.share());
    add(over, stratum.moreIsBetter(), wide, parts);
    add(under, !stratum.moreIsBetter(), -wide, parts);
    return theta;
  }

  /** By how much opposed rounds widen the standard error: of {@code v + w - 2 r sqrt(v w)}. */
  private static double stretch(double one, double other, double share) {
    double both = one + other;
    return share < 0 && both > 0 ? Math.sqrt(1 - 2 * share * Math.sqrt(one * other) / both) : 1;
  }

  /** Adds a side; two revisions have the same processes on both sides. */
  private static void add(Group group, boolean side, double weight, Map<Object, Part> parts) {
    double mean = group.mean();
    double[] units = weighted(group.units(), mean, weight / mean);
    Term term = new Term(group.key(), mean, group.variance(), units.length - 1.0, weight);
    add(List.of(group.processes(), side), units, term, parts);
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
  private static double[] apart(Stratum stratum) {
    double above = stratum.numerator().mean();
    double below = stratum.denominator().mean();
    double[] apart = new double[stratum.size()];
    for (int i = 0; i < apart.length; i++) {
      double left = stratum.numerator().units()[i];
      double right = stratum.denominator().units()[i];
      apart[i] =
          stratum.pairs() == Stratum.Pairs.MACHINES
              ? StrictMath.log(left / right)
              : left / above - right / below;
    }
    return apart;
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
