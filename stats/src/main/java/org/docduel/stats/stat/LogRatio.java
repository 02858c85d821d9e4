package org.docduel.stats.stat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.docduel.stats.stat.SharedForks.Contribution;
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

  static LogRatio of(List<Units> members) {
    double theta = 0;
    List<Contribution> contributions = new ArrayList<>();
    for (Units member : members) {
      double weight = 1.0 / members.size() / member.strata().size();
      for (Stratum stratum : member.strata()) {
        theta += weight * StrictMath.log(stratum.numerator().mean() / stratum.denominator().mean());
        add(stratum, member.name(), weight, contributions);
      }
    }
    return new LogRatio(theta, SharedForks.terms(contributions));
  }

  private static void add(Stratum stratum, String unit, double weight, List<Contribution> all) {
    Group over = stratum.numerator();
    Group under = stratum.denominator();
    double[] above = over.deviations();
    double[] below = under.deviations();
    if (stratum.paired()) {
      Set<ForkId> forks = new LinkedHashSet<>(over.forks());
      forks.addAll(under.forks());
      for (int i = 0; i < above.length; i++) {
        above[i] -= below[i];
      }
      Term term = term(new Object(), 1, above, weight);
      all.add(new Contribution(unit, over.ids(), forks, above, term));
    } else {
      double wide = weight * stretch(variance(above), variance(below), stratum.share());
      Term top = term(over.key(), over.mean(), above, wide);
      Term bottom = term(under.key(), under.mean(), below, -wide);
      all.add(new Contribution(over.unit(unit), over.ids(), over.forks(), above, top));
      all.add(new Contribution(under.unit(unit), under.ids(), under.forks(), below, bottom));
    }
  }

  private static Term term(Object key, double level, double[] deviations, double weight) {
    return new Term(key, level, variance(deviations), deviations.length - 1.0, weight);
  }

  /** The variance of a mean by the deviations from it; NaN for a single unit. */
  static double variance(double[] deviations) {
    return Means.squares(deviations, 0) / (deviations.length - 1) / deviations.length;
  }

  /** By how much opposed rounds widen the standard error: of {@code v + w - 2 r sqrt(v w)}. */
  private static double stretch(double first, double second, double share) {
    double both = first + second;
    return share < 0 && both > 0 ? Math.sqrt(1 - 2 * share * Math.sqrt(first * second) / both) : 1;
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
        / terms.stream()
            .mapToDouble(term -> Math.pow(term.weightedVariance(), 2) / term.df())
            .sum();
  }

  /** The normal score of the better of the two claims, superior and inferior; it must vary. */
  public double score(Hypothesis hypothesis) {
    double se = Math.sqrt(variance());
    double threshold = hypothesis.logThreshold();
    double superior = (threshold - theta) / se;
    double inferior = (theta + threshold) / se;
    return NormalScore.of(Math.max(superior, inferior), df());
  }

  /** The normal score of the claim that neither side is better by Delta; it must vary. */
  public double scoreWithin(Hypothesis hypothesis) {
    double distance = -hypothesis.logThreshold() - Math.abs(theta);
    return NormalScore.of(distance / Math.sqrt(variance()), df());
  }
}
