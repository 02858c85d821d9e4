package org.docduel.stats.stat;

import java.util.Arrays;
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

  /** What a sample adds to theta, unit by unit, about its mean. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Part(double[] units, Term term) {

    /** What the same processes made is one sample: what slows one of them slows all it measures. */
    Part plus(Part other) {
      double[] sums = units.clone();
      for (int i = 0; i < sums.length; i++) {
        sums[i] += other.units[i];
      }
      List<Object> keys = List.of(term.key(), other.term.key());
      double sign = Math.signum(term.weight());
      Term sum = new Term(keys, 1, LogRatio.variance(sums), sums.length - 1.0, sign);
      return new Part(sums, sum);
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
    double[] above = over.deviations();
    double[] below = under.deviations();
    if (stratum.paired()) {
      List<Object> processes = List.of(over.processes(), under.processes());
      for (int i = 0; i < above.length; i++) {
        above[i] -= below[i];
      }
      add(processes, new Object(), 1, above, weight, parts);
    } else {
      // Two revisions have the same processes on both sides.
      boolean side = stratum.moreIsBetter();
      double wide = weight * stretch(variance(above), variance(below), stratum.share());
      add(List.of(over.processes(), side), over.key(), over.mean(), above, wide, parts);
      add(List.of(under.processes(), !side), under.key(), under.mean(), below, -wide, parts);
    }
    return StrictMath.log(over.mean() / under.mean());
  }

  /** The variance of a mean by the deviations from it; NaN for a single unit. */
  private static double variance(double[] deviations) {
    return Means.squares(deviations, 0) / (deviations.length - 1) / deviations.length;
  }

  /** By how much opposed rounds widen the standard error: of {@code v + w - 2 r sqrt(v w)}. */
  private static double stretch(double one, double other, double share) {
    double both = one + other;
    return share < 0 && both > 0 ? Math.sqrt(1 - 2 * share * Math.sqrt(one * other) / both) : 1;
  }

  private static void add(
      Object processes,
      Object key,
      double level,
      double[] deviations,
      double weight,
      Map<Object, Part> parts) {
    Term term = new Term(key, level, variance(deviations), deviations.length - 1.0, weight);
    double[] units = Arrays.stream(deviations).map(each -> weight * each).toArray();
    Part known = parts.get(processes);
    boolean alike = known == null || known.units().length == units.length;
    parts.merge(alike ? processes : new Object(), new Part(units, term), Part::plus);
  }

  /** The variance of theta; NaN when a sample has a single unit. */
  public double variance() {
    return terms.stream().mapToDouble(Term::weightedVariance).sum();
  }

  /** Whether a t can be made at all. */
  public boolean varies() {
    return variance() > NO_VARIANCE;
  }

  /** Satterthwaite's degrees of freedom. */
  public double df() {
    return variance()
        * variance()
        / terms.stream().mapToDouble(it -> Math.pow(it.weightedVariance(), 2) / it.df()).sum();
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
