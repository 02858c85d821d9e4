package org.docduel.stats.analysis;

import java.util.List;
import java.util.Locale;
import org.docduel.stats.Comparison;
import org.docduel.stats.Finding;

/** Warnings about how a verdict was reached. */
final class RowFindings {
  private RowFindings() {}

  static void add(
      String name, Contrast contrast, Estimate estimate, Verdict verdict, List<Finding> findings) {
    boolean forked = contrast.members().stream().anyMatch(Samples::forked);
    boolean flat = estimate.method() == Method.PERCENTILE || estimate.method() == Method.BCA;
    if (flat && forked) {
      findings.add(
          new Finding(
              Finding.Kind.OPTIMISTIC,
              name,
              estimate.method().label()
                  + " takes iterations of one fork for independent and claims too much;"
                  + " studentized is the sound choice"));
    }
    if (verdict == Verdict.TOO_FEW) {
      findings.add(
          new Finding(
              Finding.Kind.TOO_FEW,
              name,
              String.format(
                  Locale.ROOT,
                  "%d against %d units (%s); a verdict needs at least %d a side",
                  estimate.baselineUnits(),
                  estimate.candidateUnits(),
                  estimate.unit(),
                  Units.ENOUGH)));
    }
    for (Samples samples : contrast.members()) {
      machines(samples, contrast instanceof Contrast.Single, findings);
    }
  }

  private static void machines(Samples samples, boolean single, List<Finding> findings) {
    Comparison part = samples.parts().get(0);
    List<String> left = part.baseline().machines();
    List<String> right = part.candidate().machines();
    if (single && samples.parts().size() == 1 && !left.equals(right)) {
      findings.add(
          new Finding(
              Finding.Kind.MACHINES,
              part.group(),
              "baseline from "
                  + String.join(", ", left)
                  + ", candidate from "
                  + String.join(", ", right)
                  + ": a difference between machines looks like a difference between the sides"));
    }
  }

  static void addDisagreement(
      String name, Verdict verdict, Estimate check, Verdict other, List<Finding> findings) {
    if (verdict != Verdict.TOO_FEW && verdict != other) {
      findings.add(
          new Finding(
              Finding.Kind.DISAGREEMENT,
              name,
              String.format(
                  Locale.ROOT,
                  "%s would say %s (p %.3g)",
                  check.method().label(),
                  other.label(),
                  check.p())));
    }
  }

  static Finding multiplicity(String name, double p, double holm, int family) {
    return new Finding(
        Finding.Kind.MULTIPLICITY,
        name,
        String.format(
            Locale.ROOT,
            "superior on its own (p %.3g) but not among %d comparisons (Holm %.3g)",
            p,
            family,
            holm));
  }
}
