package org.docduel.stats.report.claims;

import java.util.List;
import org.docduel.stats.BadInputException;
import org.docduel.stats.input.JmhResult;
import org.docduel.stats.select.Pairing;
import org.docduel.stats.select.ParameterMatch;
import org.docduel.stats.select.ResultFields;
import org.docduel.stats.select.SelectedResult;
import org.docduel.stats.select.Selection;
import org.docduel.stats.test.Estimate;
import org.docduel.stats.test.Interval;
import org.docduel.stats.test.Method;
import org.docduel.stats.test.Overall;
import org.docduel.stats.test.Statistic;
import org.docduel.stats.test.Summaries;
import org.docduel.stats.test.Summary;
import org.docduel.stats.test.SuperiorityReport;
import org.docduel.stats.test.SuperiorityTest;

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
    if (claim.measure() == Claim.Measure.NONE) {
      Measured none = Measured.none("not a number of one run; see the report");
      return new AuditedClaim(claim, none, none);
    }
    return new AuditedClaim(
        claim,
        measure(claim, claim.setting().published(), true),
        measure(claim, claim.setting().fair(), false));
  }

  private Measured measure(Claim claim, Claim.Choice choice, boolean asPublished) {
    String where = choice.where();
    if (where.isEmpty()) {
      return Measured.none("no such set-up");
    }
    List<JmhResult> matching = matching(ParameterMatch.parse(where));
    if (matching.isEmpty()) {
      return Measured.none("no result has " + where);
    }
    try {
      List<SelectedResult> selected =
          Selection.withDefaults().withMetric(choice.metric()).from(matching);
      return switch (claim.measure()) {
        case RATE, TIME -> single(claim, selected);
        case OVERALL -> overall(claim, selected, asPublished);
        default -> pair(claim, selected);
      };
    } catch (BadInputException e) {
      return Measured.none(String.valueOf(e.getMessage()));
    }
  }

  private List<JmhResult> matching(ParameterMatch where) {
    return results.stream().filter(result -> where.matches(ResultFields.of(result))).toList();
  }

  private static Statistic statistic(Claim claim) {
    String name = claim.setting().statistic();
    return Statistic.of(name)
        .orElseThrow(() -> new BadInputException("claim statistic '" + name + "' is unknown"));
  }

  private Measured pair(Claim claim, List<SelectedResult> selected) {
    Pairing.Pairs pairs = pairing(claim).pair(selected);
    if (pairs.comparisons().size() > 1) {
      return Measured.none("several results differ in " + String.join(", ", pairs.by()));
    }
    Estimate estimate =
        test.withStatistic(statistic(claim)).test(pairs.comparisons().get(0)).primary();
    return switch (claim.measure()) {
      case RATIO ->
          measured(
              1 / (1 - estimate.delta()),
              1 / (1 - estimate.interval().lower()),
              1 / (1 - estimate.interval().upper()));
      case GROWTH ->
          measured(
              1 - estimate.delta(),
              1 - estimate.interval().upper(),
              1 - estimate.interval().lower());
      default ->
          measured(estimate.delta(), estimate.interval().lower(), estimate.interval().upper());
    };
  }

  private static Pairing pairing(Claim claim) {
    return Pairing.of(
        ParameterMatch.parse(claim.setting().baseline()),
        ParameterMatch.parse(claim.setting().candidate()));
  }

  private Measured overall(Claim claim, List<SelectedResult> selected, boolean asPublished) {
    SuperiorityTest settings =
        asPublished
            ? test.withMethod(Method.PERCENTILE).withOverall(List.of(Overall.POOLED))
            : test.withOverall(List.of(Overall.STRATIFIED));
    SuperiorityReport report = settings.testAll(pairing(claim).pair(selected).comparisons());
    Estimate estimate =
        report.overall().isEmpty()
            ? report.rows().get(0).primary()
            : report.overall().get(0).row().primary();
    return measured(estimate.delta(), estimate.interval().lower(), estimate.interval().upper());
  }

  private static Measured single(Claim claim, List<SelectedResult> selected) {
    ParameterMatch match = ParameterMatch.parse(claim.setting().candidate());
    List<SelectedResult> matching =
        selected.stream().filter(result -> match.matches(result.fields())).toList();
    if (matching.size() != 1) {
      return Measured.none(matching.size() + " results match " + match);
    }
    Summary summary = Summaries.of("", matching.get(0).observations(), 0.95);
    double seconds =
        switch (statistic(claim)) {
          case MEAN -> summary.mean();
          case MEDIAN -> summary.median();
          case P95 -> summary.p95();
          case P99 -> summary.p99();
          case MIN -> summary.min();
        };
    double value = claim.measure() == Claim.Measure.RATE ? 1 / seconds : seconds;
    return measured(value, Double.NaN, Double.NaN);
  }

  private static Measured measured(double value, double lower, double upper) {
    return new Measured(value, new Interval(lower, upper, 0.95), "");
  }
}
