package org.docduel.stats.analysis;

import java.util.List;
import org.docduel.stats.Finding;

/**
 * One row of a superiority report.
 *
 * @param group the group, or the name of an overall row
 * @param baseline level of the baseline, in the units of the observations
 * @param candidate level of the candidate, in the units of the observations
 * @param baselineCount number of observations of the baseline
 * @param candidateCount number of observations of the candidate
 * @param primary what the chosen method says; the verdict follows it
 * @param checks what other methods say, for comparison
 * @param holmP p adjusted for the number of groups of the report (Holm 1979); the raw p for a
 *     single row and for an overall row
 * @param verdict what may be said
 * @param findings warnings about the observations and the verdict
 */
public record Superiority(
    String group,
    double baseline,
    double candidate,
    int baselineCount,
    int candidateCount,
    Estimate primary,
    List<Estimate> checks,
    double holmP,
    Verdict verdict,
    List<Finding> findings) {

  /** Copies the lists. */
  public Superiority {
    checks = List.copyOf(checks);
    findings = List.copyOf(findings);
  }

  /** Time reduction as a fraction. */
  public double delta() {
    return primary.delta();
  }

  /** Two-sided interval of delta. */
  public Interval interval() {
    return primary.interval();
  }

  /** One-sided p of H0 {@code delta < Delta}, not adjusted. */
  public double p() {
    return primary.p();
  }

  Superiority withHolmP(double adjusted, List<Finding> more) {
    return new Superiority(
        group,
        baseline,
        candidate,
        baselineCount,
        candidateCount,
        primary,
        checks,
        adjusted,
        verdict,
        more);
  }
}
