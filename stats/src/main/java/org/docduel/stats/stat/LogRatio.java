package org.docduel.stats.stat;

import java.util.ArrayList;
import java.util.List;
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

  /** Copies the list. */
  public LogRatio {
    terms = List.copyOf(terms);
  }

  /**
   * One sample.
   *
   * @param key stands for the sample: terms of one key rest on the same units
   * @param level its mean
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
    List<Term> terms = new ArrayList<>();
    for (Units member : members) {
      double weight = 1.0 / members.size() / member.strata().size();
      for (Stratum stratum : member.strata()) {
        theta += weight * add(stratum, weight, terms);
      }
    }
    return new LogRatio(theta, terms);
  }

  private static double add(Stratum stratum, double weight, List<Term> terms) {
    double above = Means.mean(stratum.numerator());
    double below = Means.mean(stratum.denominator());
    if (stratum.pairs() != Stratum.Pairs.NONE) {
      double[] apart = apart(stratum, above, below);
      double n = apart.length;
      double middle = Means.mean(apart);
      terms.add(new Term(new Object(), 1, squares(apart, middle) / (n - 1) / n, n - 1, weight));
      return stratum.pairs() == Stratum.Pairs.MACHINES ? middle : StrictMath.log(above / below);
    }
    terms.add(term(stratum.numeratorKey(), stratum.numerator(), above, weight));
    terms.add(term(stratum.denominatorKey(), stratum.denominator(), below, -weight));
    return StrictMath.log(above / below);
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
    double variance = squares(units, mean) / (n - 1) / n / (mean * mean);
    return new Term(key, mean, variance, n - 1, weight);
  }

  private static double squares(double[] values, double mean) {
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return squares;
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
