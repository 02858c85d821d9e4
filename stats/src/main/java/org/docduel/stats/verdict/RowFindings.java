package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
import org.docduel.stats.verdict.Families.TestState;

/** Warnings about how a verdict was reached, and what withholds it. */
final class RowFindings {
  // Simulated in VerdictCalibrationTest: 30 against 5 % make a nominal 5 % of three forks 6.5 %.
  private static final double MAX_SD_RATIO = 3;
  private static final double WIDE = 0.10;

  private final SuperiorityTest test;
  private final TestState state;
  private final Row row;
  private final List<Finding> findings = new ArrayList<>();

  RowFindings(SuperiorityTest test, TestState state) {
    this.test = test;
    this.state = state;
    this.row = state.row();
    findings.addAll(row.findings());
  }

  List<Finding> findings() {
    return findings;
  }

  private void add(Finding.Kind kind, String format, Object... values) {
    findings.add(Finding.of(kind, row.name(), format, values));
  }

  /** The verdict that is given, once all is said that a reader has to know. */
  Verdict verdict(Estimate found) {
    Verdict reached = state.verdict();
    if (reached == Verdict.TOO_FEW) {
      findings.removeIf(finding -> finding.kind() == Finding.Kind.TOO_FEW);
      tooFew(found);
    } else if (found.method() == Method.PERCENTILE) {
      add(
          Finding.Kind.OPTIMISTIC_METHOD,
          "%s treats iterations of one fork as independent, which overstates significance; t is the sound choice",
          found.method().label());
    }
    // of a gate, the sides come from two files by intent
    if (row.members().size() == 1 && !test.sharedVariance) {
      machines(row.members().get(0));
    }
    row.units().stream()
        .flatMap(member -> member.notes().stream())
        .distinct()
        .forEach(note -> add(Finding.Kind.MACHINES, "%s", note));
    if (state.look().isEmpty()) {
      adjustment(found);
      if (test.looks.isPresent()) {
        add(
            Finding.Kind.OPTIMISTIC_METHOD,
            "the run ended when its verdicts were in; %s takes its forks for planned, so its claims are withheld; use --method t",
            found.method().label());
      }
    }
    boolean withheld = false;
    if (row.hasMinReplicates()) {
      percentile(found);
      spread();
      withheld = test.statistic == Statistic.MEAN && found.method().byUnit() && sensitive();
    }
    boolean ignoresLooks = test.looks.isPresent() && state.look().isEmpty() && reached.decided();
    return withheld || forbidden(reached) || ignoresLooks ? Verdict.WITHHELD : reached;
  }

  private void tooFew(Estimate found) {
    boolean file = Set.of("machine", "file").contains(found.unit());
    add(
        Finding.Kind.TOO_FEW,
        "%d against %d units (%s); a verdict needs at least %d %s a side",
        found.baselineUnits(),
        found.candidateUnits(),
        found.unit(),
        Units.MIN_REPLICATES,
        file ? found.unit() + "s" : "forks");
  }

  private void machines(Comparison part) {
    List<String> baselineMachines = part.baseline().machines();
    List<String> candidateMachines = part.candidate().machines();
    if (!baselineMachines.equals(candidateMachines)) {
      add(
          Finding.Kind.MACHINES,
          "baseline from %s, candidate from %s: a difference between machines looks like a difference between the sides",
          String.join(", ", baselineMachines),
          String.join(", ", candidateMachines));
    }
  }

  /** Says of a claim that stands alone and not among its family. */
  private void adjustment(Estimate found) {
    boolean reversed = found.reversedP() < found.p();
    double p = reversed ? found.reversedP() : found.p();
    boolean lost = state.verdict() == Verdict.INCONCLUSIVE || state.verdict() == Verdict.NOT_BETTER;
    if (lost && p < test.hypothesis.alpha() && state.adjusted().comparisons() > 1) {
      add(
          Finding.Kind.MULTIPLICITY,
          "%s on its own (p %.3g) but not among %d comparisons (adjusted %.3g)",
          (reversed ? Verdict.INFERIOR : Verdict.SUPERIOR).label(),
          p,
          state.adjusted().comparisons(),
          reversed ? state.adjusted().reversedP() : state.adjusted().p());
    }
  }

  /** Warns where no observation of some fork lies beyond a percentile: it is nearly the worst. */
  private void percentile(Estimate found) {
    double tail = 1 - test.statistic.share();
    if (!found.method().byUnit() || !(tail < 0.5)) {
      return;
    }
    double minObservations =
        row.members().stream()
            .flatMap(Comparison::sides)
            .flatMapToDouble(side -> Arrays.stream(side.weights()))
            .min()
            .orElse(0);
    if (minObservations * tail < 1) {
      String label = test.statistic.label();
      findings.add( // once for all groups
          Finding.of(
              Finding.Kind.TOO_FEW,
              label,
              "of the %d observations of a fork the %s is nearly the worst; it needs %d",
              Math.round(minObservations),
              label,
              Math.round(1 / tail)));
    }
  }

  /** Warns where the forks of one side vary far more than those of the other. */
  private void spread() {
    double baselineSpread = row.spread(Side.BASELINE);
    double candidateSpread = row.spread(Side.CANDIDATE);
    double wide = Math.max(baselineSpread, candidateSpread);
    double narrow = Math.min(baselineSpread, candidateSpread);
    if (wide >= WIDE && wide >= MAX_SD_RATIO * narrow) {
      add(
          Finding.Kind.UNEQUAL_SPREAD,
          "the units of one side vary by %.0f %%, of the other by %.0f %%: verdicts err somewhat more often than alpha says",
          100 * wide,
          100 * narrow);
    }
  }

  /**
   * Whether a claim is withheld since it hangs on a few iterations, and a warning that it does. One
   * of a gate, whose benchmarks lend each other their variance, is only named: it would miss too
   * much.
   */
  private boolean sensitive() {
    Verdict verdict = state.verdict();
    if (!isSensitive(test, row, verdict, state.critical())) {
      return false;
    }
    boolean gate = test.sharedVariance;
    add(
        Finding.Kind.SENSITIVE_VERDICT,
        "a few iterations decide: with the mean of each fork's middle iterations (--statistic trimmed) it would not be %s%s",
        verdict.label(),
        gate
            ? "; look at the slowest iterations before you believe it"
            : ", so the verdict is withheld; look at the slowest iterations");
    return !gate;
  }

  /** Whether a claim of means would not be one of the means of each fork's middle iterations. */
  static boolean isSensitive(SuperiorityTest test, Row row, Verdict verdict, Critical critical) {
    if (!verdict.claimed() || test.statistic != Statistic.MEAN) {
      return false;
    }
    LogRatio trimmed = row.withStatistic(Statistic.TRIMMED).ratio();
    // alone the trimmed means of a gate know their variance poorly
    LogRatio spread = test.sharedVariance ? row.ratio() : trimmed;
    double reach = spread.varies() ? critical.t(spread.df()) * Math.sqrt(spread.variance()) : 0;
    double side = verdict == Verdict.SUPERIOR ? trimmed.theta() : -trimmed.theta();
    // a side that did nothing in its middle iterations has no ratio: that is no claim either
    return !(side + reach <= test.hypothesis.logThreshold() + Hypothesis.ROUNDING);
  }

  /** Whether durability, the network or a twin forbids a verdict, and which of them. */
  private boolean forbidden(Verdict reached) {
    Optional<String> durabilityMismatch = row.unlikePromises().filter(text -> !test.published);
    if (durabilityMismatch.isPresent() && (reached.decided() || reached == Verdict.INCONCLUSIVE)) {
      add(Finding.Kind.DURABILITY, "%s", durabilityMismatch.get());
      return true;
    }
    Optional<String> networkMismatch = row.unlikeNetworks().filter(text -> !test.published);
    if (networkMismatch.isPresent() && (reached.decided() || reached == Verdict.INCONCLUSIVE)) {
      add(Finding.Kind.NETWORK, "%s", networkMismatch.get());
      return true;
    }
    if (!test.withheld.isEmpty() && reached.decided()) {
      add(Finding.Kind.TWIN, "%s", test.withheld);
      return true;
    }
    return false;
  }
}
