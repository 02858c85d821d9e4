package org.docduel.stats.analysis;

import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.Comparison;
import org.docduel.stats.Finding;
import org.docduel.stats.diagnose.Diagnostics;
import org.docduel.stats.resample.Streams;

/** Makes the rows of a report: the estimates, the verdict, the findings. */
final class Rows {
  private final Hypothesis hypothesis;
  private final Resampling resampling;
  private final Approach approach;
  private final Resamplers resamplers;

  Rows(SuperiorityTest test) {
    this.hypothesis = test.hypothesis();
    this.resampling = test.resampling();
    this.approach = test.approach();
    this.resamplers = new Resamplers(approach.statistic());
  }

  Superiority group(Samples samples, Streams streams) {
    Comparison comparison = samples.parts().get(0);
    List<Finding> findings = new ArrayList<>();
    findings.addAll(Diagnostics.of(comparison.group() + ", baseline", comparison.baseline()));
    findings.addAll(Diagnostics.of(comparison.group() + ", candidate", comparison.candidate()));
    return row(comparison.group(), new Contrast.Single(samples), streams, findings);
  }

  Superiority overall(Overall kind, List<Samples> groups, Streams streams) {
    String name = "Overall (" + kind.label() + ")";
    if (kind == Overall.STRATIFIED) {
      return row(name, new Contrast.Mean(groups), streams, new ArrayList<>());
    }
    List<Comparison> all = groups.stream().flatMap(group -> group.parts().stream()).toList();
    Samples pooled = new Samples(all, approach.paired());
    return row(name, new Contrast.Single(pooled), streams, new ArrayList<>());
  }

  private Superiority row(String name, Contrast contrast, Streams streams, List<Finding> findings) {
    boolean forked = contrast.members().stream().allMatch(Samples::forked);
    Method method = approach.methodFor(forked);
    Draws draws = new Draws(resamplers, resampling.bootstrap(), streams, contrast);
    Estimate primary = estimator(method).estimate(draws);
    List<Estimate> checks = new ArrayList<>();
    for (Method check : approach.checks()) {
      boolean possible =
          check != method
              && (check != Method.HIERARCHICAL || forked)
              && (approach.statistic() == Statistic.MEAN || !Approach.meanOnly(check));
      if (possible) {
        checks.add(estimator(check).estimate(draws));
      }
    }
    Verdict verdict = verdict(primary, enough(method, contrast, primary));
    RowFindings.add(name, contrast, primary, verdict, findings);
    for (Estimate check : checks) {
      RowFindings.addDisagreement(name, verdict, check, verdict(check, true), findings);
    }
    Level level = Level.of(approach.statistic(), contrast);
    return new Superiority(
        name,
        level.baseline(),
        level.candidate(),
        level.baselineCount(),
        level.candidateCount(),
        primary,
        checks,
        primary.p(),
        verdict,
        findings);
  }

  private Estimator estimator(Method method) {
    return switch (method) {
      case WELCH -> new WelchEstimator(hypothesis);
      case STUDENTIZED -> new StudentizedEstimator(hypothesis, approach.pValue());
      default -> new PercentileEstimator(method, hypothesis, approach.pValue());
    };
  }

  private static boolean enough(Method method, Contrast contrast, Estimate estimate) {
    return Approach.meanOnly(method)
        ? contrast.members().stream().map(Units::of).allMatch(Units::enough)
        : Math.min(estimate.baselineUnits(), estimate.candidateUnits())
            >= Units.ENOUGH * contrast.members().size();
  }

  private Verdict verdict(Estimate estimate, boolean enough) {
    if (!enough) {
      return Verdict.TOO_FEW;
    }
    if (estimate.p() < hypothesis.alpha()) {
      return Verdict.SUPERIOR;
    }
    if (estimate.reversedP() < hypothesis.alpha()) {
      return Verdict.INFERIOR;
    }
    return estimate.interval().upper() < hypothesis.delta()
        ? Verdict.NOT_SHOWN
        : Verdict.INCONCLUSIVE;
  }

  /** Adjusts the p-values of a family and warns where a verdict does not survive. */
  static List<Superiority> adjusted(List<Superiority> rows, Hypothesis hypothesis) {
    double[] holm = Holm.adjust(rows.stream().mapToDouble(Superiority::p).toArray());
    List<Superiority> adjusted = new ArrayList<>();
    for (int i = 0; i < holm.length; i++) {
      Superiority row = rows.get(i);
      List<Finding> findings = new ArrayList<>(row.findings());
      if (row.verdict() == Verdict.SUPERIOR && !(holm[i] < hypothesis.alpha())) {
        findings.add(RowFindings.multiplicity(row.group(), row.p(), holm[i], holm.length));
      }
      adjusted.add(row.withHolmP(holm[i], findings));
    }
    return adjusted;
  }
}
