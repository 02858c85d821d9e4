package org.docduel.stats.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.stat.Method;
import org.docduel.stats.stat.Row;
import org.docduel.stats.stat.Row.Side;
import org.docduel.stats.stat.Units;
import org.docduel.stats.verdict.ClaimCheck.Weakness;
import org.docduel.stats.verdict.Families.TestState;
import org.docduel.stats.verdict.Superiority.Adjusted;
import org.docduel.stats.verdict.Superiority.Conclusion;

/** Warnings about how a verdict was reached, and what may forbid it. */
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

  /** What is concluded, once all is said that a reader has to know. */
  Conclusion conclude(Estimate found) {
    Conclusion reached = state.conclusion();
    if (reached.decision() == Decision.TOO_FEW) {
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
    if (row.lacksUnknownForks()) {
      add(
          Finding.Kind.MACHINES,
          "results of the same forks have different numbers of forks, and nothing says which forks are missing: their standard errors add up");
    }
    if (state.look().isEmpty()) {
      adjustment(found);
      if (test.looks.isPresent()) {
        add(
            Finding.Kind.OPTIMISTIC_METHOD,
            "the run ended when its verdicts were in; %s takes its forks for planned, so its claims are withheld; use --method t",
            found.method().label());
      }
    }
    if (row.hasMinReplicates()) {
      percentile(found);
      spread();
    }
    boolean ignoresLooks =
        test.looks.isPresent() && state.look().isEmpty() && isConclusive(reached);
    if (forbidden(reached) || ignoresLooks) {
      return reached.withheld();
    }
    return row.hasMinReplicates() ? robust(reached, found.method().byUnit()) : reached;
  }

  /** Whether it says something of the two sides. */
  private static boolean isConclusive(Conclusion reached) {
    return reached.decision().isConclusive()
        || reached.verdict().isDirectional()
        || reached.verdict() == Verdict.SAME;
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
    Adjusted adjusted = state.conclusion().atDelta();
    Decision decision = state.conclusion().decision();
    boolean lost = decision == Decision.INCONCLUSIVE || decision == Decision.NOT_BETTER;
    if (lost && p < test.hypothesis.alpha() && adjusted.comparisons() > 1) {
      double delta = test.hypothesis.delta();
      boolean speed = row.quantity().isSpeed();
      add(
          Finding.Kind.MULTIPLICITY,
          "%s%s on its own (p %.3g) but not among %d comparisons (adjusted %.3g)",
          reversed ? (speed ? "slower" : "worse") : speed ? "faster" : "better",
          delta > 0 ? " by Delta or more" : "",
          p,
          adjusted.comparisons(),
          reversed ? adjusted.reversedP() : adjusted.p());
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
   * What remains of a claim once slow iterations and the difference of a twin are taken into
   * account: the claim, a weaker one, or none.
   */
  private Conclusion robust(Conclusion reached, boolean byUnit) {
    ClaimCheck check = new ClaimCheck(test, row, reached.atDelta().comparisons());
    Conclusion changed = reached;
    Set<Weakness> found = EnumSet.noneOf(Weakness.class);
    for (boolean atDelta : new boolean[] {true, false}) {
      if (changed.verdict().isDirectional() && changed.verdict().isByDelta() == atDelta) {
        Set<Weakness> weaknesses =
            check.weaknesses(
                changed.verdict().isFaster(),
                atDelta ? test.hypothesis : test.hypothesis.ofAnyDifference(),
                atDelta ? state.atDelta() : state.critical(),
                bound(changed),
                byUnit);
        found.addAll(weaknesses);
        if (weaknesses.stream().anyMatch(this::withholds)) {
          changed = atDelta ? changed.withoutDelta() : changed.withoutDirection(test.hypothesis);
        }
      }
    }
    warn(found, check, reached.verdict(), changed.verdict());
    return changed;
  }

  /** Of a gate, whose benchmarks lend each other their variance, it would miss too much. */
  private boolean withholds(Weakness weakness) {
    return weakness == Weakness.TWIN
        || (weakness == Weakness.SLOW_ITERATIONS && !test.sharedVariance);
  }

  private void warn(Set<Weakness> found, ClaimCheck check, Verdict claimed, Verdict remaining) {
    String lost =
        claimed == remaining
            ? ""
            : remaining.isDirectional()
                ? ", so a difference of Delta is not claimed"
                : ", so the claim is withheld";
    if (found.contains(Weakness.SLOW_ITERATIONS)) {
      add(
          Finding.Kind.SENSITIVE_VERDICT,
          "a few iterations decide: the means of each fork's middle iterations (--statistic trimmed) have %s, which does not show it%s; look at the slowest iterations",
          reduction(check.middle()),
          lost);
    } else if (found.contains(Weakness.SLOW_ITERATIONS_IN_EVERY_FORK)) {
      add(
          Finding.Kind.SENSITIVE_VERDICT,
          "slow iterations in every fork decide: the means of each fork's middle iterations (--statistic trimmed) have %s, which does not show it; the slow ones belong to the mean, look at what they wait for",
          reduction(check.middle()));
    }
    if (found.contains(Weakness.TWIN)) {
      add(
          Finding.Kind.TWIN,
          "a store differs from its own twin by %s: %s, equal stores may differ by a factor of %s%s",
          percent(-test.twinDifference),
          check.comparisons() == 1
              ? "in one comparison"
              : "among %d comparisons".formatted(check.comparisons()),
          String.format(Locale.ROOT, "%.3g", StrictMath.exp(check.noiseFloor())),
          lost);
    }
  }

  private static String reduction(Row middle) {
    double theta = middle.ratio().theta();
    return Double.isFinite(theta) ? "a reduction of " + percent(theta) : "no ratio";
  }

  private static String percent(double theta) {
    return String.format(Locale.ROOT, "%.1f %%", -100 * StrictMath.expm1(theta));
  }

  /** The smallest log ratio of the slower side to the faster one that the interval leaves. */
  private static double bound(Conclusion reached) {
    return reached.verdict().isFaster()
        ? -StrictMath.log1p(-reached.interval().lower())
        : StrictMath.log1p(-reached.interval().upper());
  }

  /** Whether durability, the network or memory forbids a verdict, and which of them. */
  private boolean forbidden(Conclusion reached) {
    boolean any = isConclusive(reached) || reached.decision() == Decision.INCONCLUSIVE;
    Optional<String> durabilityMismatch = row.unlikePromises();
    if (durabilityMismatch.isPresent() && any) {
      add(Finding.Kind.DURABILITY, "%s", durabilityMismatch.get());
      return true;
    }
    Optional<String> networkMismatch = row.unlikeNetworks();
    if (networkMismatch.isPresent() && any) {
      add(Finding.Kind.NETWORK, "%s", networkMismatch.get());
      return true;
    }
    Optional<String> memoryMismatch = row.unlikeMemories();
    if (memoryMismatch.isPresent() && any) {
      add(Finding.Kind.MEMORY, "%s", memoryMismatch.get());
      return true;
    }
    return false;
  }
}
