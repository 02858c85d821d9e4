package org.docduel.stats.verdict;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Critical;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.LogRatio;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.Row;
import org.docduel.stats.stat.Row.Side;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Units;
import org.docduel.stats.verdict.Superiority.Adjusted;

/** Warnings about how a verdict was reached. */
final class RowFindings {
  // Simulated in VerdictCalibrationTest: 30 against 5 % make a nominal 5 % of three forks 6.5 %.
  private static final double FAR_APART = 3;
  private static final double WIDE = 0.10;

  private final Row row;
  private final Hypothesis hypothesis;
  private final boolean gate;
  private final List<Finding> findings;

  /** About a row; of a gate, the sides come from two files by intent. */
  RowFindings(Row row, Hypothesis hypothesis, boolean gate, List<Finding> findings) {
    this.row = row;
    this.hypothesis = hypothesis;
    this.gate = gate;
    this.findings = findings;
  }

  private void add(Finding.Kind kind, String message) {
    findings.add(new Finding(kind, row.name(), message));
  }

  void add(Estimate estimate, Verdict verdict) {
    boolean flat = estimate.method() == Method.PERCENTILE;
    if (flat && verdict != Verdict.TOO_FEW) {
      add(
          Finding.Kind.OPTIMISTIC,
          String.format(
              Locale.ROOT,
              "%s treats iterations of one fork as independent, which overstates significance;"
                  + " t is the sound choice",
              estimate.method().label()));
    }
    if (verdict == Verdict.TOO_FEW) {
      add(
          Finding.Kind.TOO_FEW,
          String.format(
              Locale.ROOT,
              "%d against %d units (%s); a verdict needs at least %d %s a side",
              estimate.baselineUnits(),
              estimate.candidateUnits(),
              estimate.unit(),
              Units.ENOUGH,
              Set.of("machine", "file").contains(estimate.unit())
                  ? estimate.unit() + "s"
                  : "forks"));
    }
    if (row.members().size() == 1 && !gate) {
      machines(row.members().get(0));
    }
    row.units().stream()
        .flatMap(member -> member.notes().stream())
        .distinct()
        .forEach(note -> add(Finding.Kind.MACHINES, note));
  }

  private void machines(Comparison part) {
    List<String> left = part.baseline().machines();
    List<String> right = part.candidate().machines();
    if (!left.equals(right)) {
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

  void addAdjustment(Verdict verdict, Estimate primary, Adjusted adjusted) {
    boolean reversed = primary.reversedP() < primary.p();
    double p = reversed ? primary.reversedP() : primary.p();
    double shown = reversed ? adjusted.reversedP() : adjusted.p();
    boolean lost = verdict == Verdict.INCONCLUSIVE || verdict == Verdict.NOT_BETTER;
    if (lost && p < hypothesis.alpha() && adjusted.comparisons() > 1) {
      add(
          Finding.Kind.MULTIPLICITY,
          String.format(
              Locale.ROOT,
              "%s on its own (p %.3g) but not among %d comparisons (adjusted %.3g)",
              (reversed ? Verdict.INFERIOR : Verdict.SUPERIOR).label(),
              p,
              adjusted.comparisons(),
              shown));
    }
  }

  void addIgnoredLooks(Method method) {
    add(
        Finding.Kind.OPTIMISTIC,
        String.format(
            Locale.ROOT,
            "the run ended when its verdicts were in; %s takes its forks for planned and claims too"
                + " much; leave --method out",
            method.label()));
  }

  /** Warns where the forks of one side vary far more than those of the other. */
  void addSpread() {
    double one = row.spread(Side.BASELINE);
    double other = row.spread(Side.CANDIDATE);
    double wide = Math.max(one, other);
    if (wide >= WIDE && wide >= FAR_APART * Math.min(one, other)) {
      add(
          Finding.Kind.UNEQUAL_SPREAD,
          String.format(
              Locale.ROOT,
              "the units of one side vary by %.0f %%, of the other by %.0f %%: verdicts err"
                  + " somewhat more often than alpha says",
              100 * wide,
              100 * Math.min(one, other)));
    }
  }

  /**
   * Whether a claim is withheld since it hangs on a few iterations, and a warning that it does. One
   * of a gate, whose benchmarks lend each other their variance, is only named: it would miss too
   * much.
   */
  boolean sensitive(Verdict verdict, Critical critical) {
    if (verdict != Verdict.SUPERIOR && verdict != Verdict.INFERIOR) {
      return false;
    }
    LogRatio trimmed = row.withStatistic(Statistic.TRIMMED).ratio();
    if (!trimmed.varies()) {
      return false;
    }
    LogRatio spread = gate ? row.ratio() : trimmed; // alone it knows its variance poorly
    double reach = critical.t(spread.df()) * Math.sqrt(spread.variance());
    double side = verdict == Verdict.SUPERIOR ? trimmed.theta() : -trimmed.theta();
    boolean sensitive = side + reach > hypothesis.logThreshold();
    if (sensitive) {
      add(
          Finding.Kind.SENSITIVE,
          "a few iterations decide: with the mean of each fork's middle iterations"
              + " (--statistic trimmed) it would not be "
              + verdict.label()
              + (gate
                  ? "; look at the slowest iterations before you believe it"
                  : ", so the verdict is withheld; look at the slowest iterations"));
    }
    return sensitive && !gate;
  }
}
