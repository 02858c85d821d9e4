package org.docduel.stats.claims;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.docduel.stats.claims.Claim.SetUp;
import org.docduel.stats.claims.Formula.Measure;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Magnitude;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.PValue;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.verdict.Overall;
import org.docduel.stats.verdict.SuperiorityTest;

/** Measures claims. A claim that nobody measured gets a reason: it must not disappear. */
public final class ClaimAudit {
  private final List<JmhResult> results;
  private final List<PlanFact> plans;
  private final SuperiorityTest test;

  /**
   * Creates the audit.
   *
   * @param results everything that was measured
   * @param plans the plans of their sidecars
   * @param test resamples, seed and level
   */
  public ClaimAudit(List<JmhResult> results, List<PlanFact> plans, SuperiorityTest test) {
    this.results = List.copyOf(results);
    this.plans = List.copyOf(plans);
    this.test = test;
  }

  /**
   * Measures all claims of a publication, in their order.
   *
   * @throws BadInputException if a claim names a metric that its results do not have, and does not
   *     say what that needs
   */
  public List<AuditedClaim> audit(ClaimFile file) {
    return file.claims().stream()
        .map(claim -> {
          Map<SetUp, Measured> measured = new EnumMap<>(SetUp.class);
          claim
              .settings()
              .forEach(
                  (setUp, setting) -> measured.put(setUp, measure(file, claim, setUp, setting)));
          return new AuditedClaim(file.publication(), claim, measured);
        })
        .toList();
  }

  private Measured measure(ClaimFile file, Claim claim, SetUp setUp, Setting setting) {
    if (!setting.reason().isEmpty()) {
      return Measured.none(setting.reason());
    }
    if (claim.formula().measure() == Measure.PLAN) {
      return plan(setting);
    }
    List<JmhResult> all = setUp == SetUp.OWN_TABLES ? file.tables() : results;
    List<JmhResult> matching = matching(all, setting);
    Sized sized = sized(matching, setting.sizes());
    if (sized.results().isEmpty()) {
      return Measured.none("no result has " + missing(all, setting));
    }
    String metric = setting.metric();
    List<JmhResult> without =
        sized.results().stream()
            .filter(result -> !metric.isEmpty() && result.metric(metric).isEmpty())
            .toList();
    if (!without.isEmpty()) {
      return withoutMetric(claim, setting, without.get(0));
    }
    try {
      return new Measurement(claim.formula(), claim.expected(), setting, tests(setUp))
          .of(Selection.withDefaults().withMetric(metric).from(sized.results()))
          .at(sized.at());
    } catch (BadInputException e) {
      return Measured.none(String.valueOf(e.getMessage()));
    }
  }

  private static Measured withoutMetric(Claim claim, Setting setting, JmhResult result) {
    String missing = result.source().file() + " has no metric '" + setting.metric() + "'";
    if (setting.needs().isEmpty()) {
      throw new BadInputException(
          "claim "
              + claim.id()
              + ": "
              + missing
              + "; it has "
              + String.join(", ", result.secondary().keySet()));
    }
    return Measured.none(missing + "; " + setting.needs());
  }

  private SuperiorityTest tests(SetUp setUp) {
    return setUp == SetUp.LIKE_FOR_LIKE
        ? test.withOverall(List.of(Overall.STRATIFIED))
        : test.withMethod(Method.PERCENTILE)
            .withPValue(PValue.PLAIN)
            .withOverall(List.of(Overall.POOLED));
  }

  private static List<JmhResult> matching(List<JmhResult> results, Setting setting) {
    return results.stream().filter(result -> setting.covers(result.fields())).toList();
  }

  /** The first value that no result has, or all of them where each has some. */
  private static String missing(List<JmhResult> results, Setting setting) {
    for (Map.Entry<String, String> wanted : setting.where().values().entrySet()) {
      ParameterMatch one = new ParameterMatch(Map.of(wanted.getKey(), wanted.getValue()));
      if (results.stream().noneMatch(result -> one.matches(result.fields()))) {
        return one.toString();
      }
    }
    return String.join(" or ", setting.sides().stream().map(Object::toString).toList())
        + " with "
        + setting.where();
  }

  private record Sized(List<JmhResult> results, String at) {}

  /** The results of the wanted sizes, or else of the largest there are. */
  private static Sized sized(List<JmhResult> results, ParameterMatch sizes) {
    List<JmhResult> left = results;
    StringBuilder at = new StringBuilder();
    for (Map.Entry<String, String> size : sizes.values().entrySet()) {
      String name = size.getKey();
      List<JmhResult> wanted = with(left, name, size.getValue());
      if (wanted.isEmpty() && !left.isEmpty()) {
        String largest =
            left.stream()
                .map(result -> result.fields().getOrDefault(name, "0"))
                .max(Comparator.comparingDouble(value -> Magnitude.of(name, value)))
                .orElseThrow();
        wanted = with(left, name, largest);
        at.append(at.isEmpty() ? "" : ", ").append(size(name, largest));
      }
      left = wanted;
    }
    return new Sized(left, at.toString());
  }

  /** Such as {@code 100,000 rows}. */
  private static String size(String name, String value) {
    return value.matches("[0-9]{1,18}")
        ? Numbers.count(Long.parseLong(value)) + " " + name
        : name + "=" + value;
  }

  private static List<JmhResult> with(List<JmhResult> results, String name, String value) {
    return results.stream()
        .filter(result -> result.fields().getOrDefault(name, "0").equals(value))
        .toList();
  }

  private Measured plan(Setting setting) {
    List<PlanFact> matching =
        plans.stream().filter(plan -> setting.covers(plan.parameters())).toList();
    String at = "";
    for (Map.Entry<String, String> size : setting.sizes().values().entrySet()) {
      String name = size.getKey();
      String wanted =
          matching.stream()
              .map(plan -> plan.parameters().getOrDefault(name, "0"))
              .max(
                  Comparator.comparing((String value) -> value.equals(size.getValue()))
                      .thenComparingDouble(value -> Magnitude.of(name, value)))
              .orElse(size.getValue());
      at = wanted.equals(size.getValue()) ? at : size(name, wanted);
      matching =
          matching.stream()
              .filter(plan -> plan.parameters().getOrDefault(name, "0").equals(wanted))
              .toList();
    }
    List<String> paths = matching.stream().map(AccessPath::of).distinct().toList();
    return switch (paths.size()) {
      case 0 -> Measured.none("no sidecar has a plan of " + setting.where());
      case 1 -> Measured.of(Double.NaN, paths.get(0)).at(at);
      default -> Measured.none("the plans differ: " + String.join("; ", paths));
    };
  }
}
