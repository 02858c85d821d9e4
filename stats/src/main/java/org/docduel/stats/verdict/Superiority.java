package org.docduel.stats.verdict;

import java.util.List;
import java.util.Optional;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.stat.Interval;

/**
 * One row of a superiority report.
 *
 * @param group the group, or the name of an overall row
 * @param baseline level of the baseline, in the units of the observations
 * @param candidate level of the candidate, in the units of the observations
 * @param baselineCount number of observations of the baseline
 * @param candidateCount number of observations of the candidate
 * @param primary what the chosen method says, with the interval the verdict follows
 * @param adjusted the p-values that decide: adjusted over all comparisons that are read together
 * @param look the look of a sequential run at which it stands; empty for fixed forks
 * @param neededForks forks a side of a new run that would decide an inconclusive verdict if the
 *     estimates stayed as they are; 0 when it is decided, or no number would
 */
public record Superiority(
    String group,
    Quantity quantity,
    double baseline,
    double candidate,
    int baselineCount,
    int candidateCount,
    Estimate primary,
    Adjusted adjusted,
    Verdict verdict,
    Optional<Looks.Look> look,
    int neededForks,
    List<Finding> findings) {
  /** Time reduction as a fraction. */
  public double delta() {
    return primary.delta();
  }

  /**
   * Interval of delta that belongs to the verdict: above Delta when it is superior, below when it
   * is not better, around it when it is inconclusive. The bounds of a family hold together.
   */
  public Interval interval() {
    return primary.interval();
  }

  /** One-sided p of H0 {@code delta < Delta}, not adjusted. */
  public double p() {
    return primary.p();
  }

  /** p of the same claim, adjusted over the family; NaN when nothing was tested. */
  public double adjustedP() {
    return adjusted.p();
  }

  /** Whether the data speak for the baseline rather than for the candidate. */
  public boolean reversed() {
    return primary.reversedP() < primary.p();
  }

  /**
   * Whether neither side can be better by Delta: the interval lies inside the margin on both sides.
   * An interval that is wider says nothing, which is no tie.
   */
  public boolean isTie(double delta) {
    return interval().lower() > 1 - 1 / (1 - delta) && interval().upper() < delta;
  }

  /** p of the claim the data favour, adjusted over the family; NaN when nothing was tested. */
  public double favouredAdjustedP() {
    return reversed() ? adjusted.reversedP() : adjusted.p();
  }

  /**
   * Where a comparison stands among those it is read together with.
   *
   * @param p p of the claim that the candidate is superior, adjusted over the claims of the family
   *     in both directions; NaN when nothing was tested
   * @param reversedP p of the claim that it is inferior, adjusted likewise
   * @param comparisons number of comparisons in the family
   */
  public record Adjusted(double p, double reversedP, int comparisons) {

    /** Of the p of the claim that the data favour. */
    static Adjusted favouring(boolean reversed, double p, int comparisons) {
      return new Adjusted(reversed ? 1 : p, reversed ? p : 1, comparisons);
    }

    static Adjusted none(int comparisons) {
      return new Adjusted(Double.NaN, Double.NaN, comparisons);
    }
  }
}
