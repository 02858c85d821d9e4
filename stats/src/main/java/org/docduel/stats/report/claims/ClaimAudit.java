package org.docduel.stats.report.claims;

import java.util.List;
import org.docduel.stats.BadInputException;
import org.docduel.stats.analysis.Method;
import org.docduel.stats.analysis.Overall;
import org.docduel.stats.analysis.PValue;
import org.docduel.stats.analysis.SuperiorityTest;
import org.docduel.stats.input.JmhResult;
import org.docduel.stats.select.ParameterMatch;
import org.docduel.stats.select.ResultFields;
import org.docduel.stats.select.Selection;

/**
 * Measures claims. A claim nobody measured gets a reason, never an error: it must not disappear.
 */
public final class ClaimAudit {
  private final List<JmhResult> results;
  private final SuperiorityTest test;

  /**
   * Creates the audit.
   *
   * @param results everything that was measured
   * @param test resamples, seed and level
   */
  public ClaimAudit(List<JmhResult> results, SuperiorityTest test) {
    this.results = List.copyOf(results);
    this.test = test;
  }

  /** Measures all claims, in their order. */
  public List<AuditedClaim> audit(List<Claim> claims) {
    return claims.stream().map(this::audit).toList();
  }

  private AuditedClaim audit(Claim claim) {
    return new AuditedClaim(
        claim,
        measure(claim, claim.setting().published(), publishedTest()),
        measure(claim, claim.setting().fair(), test.withOverall(List.of(Overall.STRATIFIED))));
  }

  private SuperiorityTest publishedTest() {
    return test.withMethod(Method.PERCENTILE)
        .withPValue(PValue.PLAIN)
        .withOverall(List.of(Overall.POOLED));
  }

  private Measured measure(Claim claim, Claim.Choice choice, SuperiorityTest families) {
    if (choice.where().isEmpty()) {
      return Measured.none(choice.reason());
    }
    List<JmhResult> matching = matching(ParameterMatch.parse(choice.where()));
    if (matching.isEmpty()) {
      return Measured.none("no result has " + choice.where());
    }
    try {
      return new Measurement(claim, test, families)
          .of(Selection.withDefaults().withMetric(choice.metric()).from(matching));
    } catch (BadInputException e) {
      return Measured.none(String.valueOf(e.getMessage()));
    }
  }

  private List<JmhResult> matching(ParameterMatch where) {
    return results.stream().filter(result -> where.matches(ResultFields.of(result))).toList();
  }
}
