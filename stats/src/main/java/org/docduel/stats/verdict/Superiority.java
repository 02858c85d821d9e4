package org.docduel.stats.verdict;

import java.util.List;
import java.util.Optional;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Interval;

/**
 * One row of a superiority report.
 *
 * @param group the group, or the name of an overall row
 * @param baseline level of the baseline, in the units of the observations
 * @param candidate level of the candidate, in the units of the observations
 * @param baselineCount number of observations of the baseline
 * @param candidateCount number of observations of the candidate
 * @param primary what the chosen method says of the one-sided test at Delta, with its interval
 * @param conclusion what follows from it
 * @param look the look of a sequential run at which it stands; empty for fixed forks
 * @param neededForks forks a side of a new run that would decide an undecided verdict in four of
 *     five runs, were the estimate to stay; 0 when it is decided, or no number would
 */
public record Superiority(
    String group,
    Quantity quantity,
    double baseline,
    double candidate,
    int baselineCount,
    int candidateCount,
    Estimate primary,
    Conclusion conclusion,
    Optional<Looks.Look> look,
    int neededForks,
    List<Finding> findings) {
  /** Time reduction as a fraction. */
  public double delta() {
    return primary.delta();
  }

  /** The verdict for a reader. */
  public Verdict verdict() {
    return conclusion.verdict();
  }

  /** What the one-sided test at Delta says, for programs. */
  public Decision decision() {
    return conclusion.decision();
  }

  /**
   * Interval of delta from which the verdict is read. Those of a family hold together with 1 -
   * alpha, both bounds of each.
   */
  public Interval interval() {
    return conclusion.interval();
  }

  /** One-sided p of H0 {@code delta < Delta}, not adjusted. */
  public double p() {
    return primary.p();
  }

  /** The p of the one-sided test at Delta, adjusted over the family. */
  public Adjusted adjusted() {
    return conclusion.atDelta();
  }

  /** Whether there were enough forks for a test. */
  public boolean isTested() {
    return !Double.isNaN(adjusted().p());
  }

  /**
   * What follows from the estimate, among the comparisons that are read together.
   *
   * @param decision of the one-sided test at Delta
   * @param interval of the reduction, which holds together with those of the family
   * @param atDelta the p of the claims that a side is better by at least Delta
   * @param anyDifference the p of the claims that a side is better at all
   * @param sameP the p of the claim that neither is better by Delta; NaN where it is not made
   */
  public record Conclusion(
      Decision decision,
      Verdict verdict,
      Interval interval,
      Adjusted atDelta,
      Adjusted anyDifference,
      double sameP) {

    /** The p of what the verdict claims, adjusted over the family; NaN where it claims nothing. */
    public double p() {
      return switch (verdict) {
        case FASTER_BY_DELTA -> atDelta.p();
        case FASTER -> anyDifference.p();
        case SAME -> sameP;
        case SLOWER -> anyDifference.reversedP();
        case SLOWER_BY_DELTA -> atDelta.reversedP();
        default -> Double.NaN;
      };
    }

    /** The same where the two must not be compared. */
    Conclusion withheld() {
      return with(Decision.WITHHELD, Verdict.WITHHELD);
    }

    /** The same without the claim at Delta: that one side is faster may still hold. */
    Conclusion withoutDelta() {
      return with(Decision.WITHHELD, verdict.isFaster() ? Verdict.FASTER : Verdict.SLOWER);
    }

    /** The same without the claim that a side is faster: that Delta is excluded still holds. */
    Conclusion withoutDirection(Hypothesis hypothesis) {
      return with(
          decision.isClaim() ? Decision.WITHHELD : decision,
          Verdict.excludesDelta(interval, hypothesis) ? Verdict.SAME : Verdict.WITHHELD);
    }

    private Conclusion with(Decision changedDecision, Verdict changed) {
      return new Conclusion(changedDecision, changed, interval, atDelta, anyDifference, sameP);
    }

    Conclusion withInterval(Interval changed) {
      return new Conclusion(decision, verdict, changed, atDelta, anyDifference, sameP);
    }
  }

  /**
   * Where a comparison stands among those it is read together with.
   *
   * @param p p of the claim that the candidate is better, adjusted over the claims of the family in
   *     both directions; NaN when nothing was tested
   * @param reversedP p of the claim that the baseline is better, adjusted likewise
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
