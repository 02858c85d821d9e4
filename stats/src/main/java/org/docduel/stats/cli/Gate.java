package org.docduel.stats.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.verdict.ChangeTest.Change;
import org.docduel.stats.verdict.ChangeTest.GateOutcome;

/**
 * A test of non-inferiority: it passes when a slowdown of the limit is excluded for every
 * benchmark, fails when one is shown to be slower and that is not excluded, and else cannot tell.
 *
 * @param alpha the chance of a false pass, and of a false alarm
 * @param missing benchmarks of the earlier run that could not be compared, which fail it
 * @param warnsOnly whether it only warns when it cannot tell
 */
record Gate(double limit, double alpha, List<Change> changes, int missing, boolean warnsOnly) {
  private static final int MAX_NAMES = 4;

  /** More forks a side than a gate can wait for. */
  private static final int MAX_FORKS = 100;

  private List<Change> having(GateOutcome outcome) {
    return changes.stream().filter(change -> change.gate(limit) == outcome).toList();
  }

  /** A missing benchmark or a slow one fails, whatever the others are. */
  GateOutcome outcome() {
    if (missing > 0 || !having(GateOutcome.FAILED).isEmpty()) {
      return GateOutcome.FAILED;
    }
    return having(GateOutcome.UNDECIDED).isEmpty() ? GateOutcome.PASSED : GateOutcome.UNDECIDED;
  }

  int exitStatus() {
    return switch (outcome()) {
      case PASSED -> Main.DONE;
      case FAILED -> Main.GATE_FAILED;
      case UNDECIDED -> warnsOnly ? Main.DONE : Main.GATE_UNDECIDED;
    };
  }

  /** The outcome in one sentence, with its reasons. */
  String sentence() {
    GateOutcome outcome = outcome();
    boolean warning = outcome == GateOutcome.UNDECIDED && warnsOnly;
    List<String> reasons = new ArrayList<>();
    Predicate<Change> reachesLimit = change -> change.lowerBound() >= limit;
    List<Change> failed = having(GateOutcome.FAILED);
    addSlower(reasons, failed.stream().filter(reachesLimit).toList(), " by %s or more");
    addSlower(reasons, failed.stream().filter(reachesLimit.negate()).toList(), ", %s not excluded");
    if (missing > 0) {
      reasons.add(missing + " of the earlier run could not be compared");
    }
    reasons.addAll(undecided());
    if (outcome == GateOutcome.PASSED) {
      reasons.add(
          "a slowdown of %s is excluded for each benchmark (with %s)"
              .formatted(Numbers.roundPercent(limit), Numbers.roundPercent(1 - alpha)));
      addSlower(reasons, changes.stream().filter(Change::slower).toList(), " by less than %s");
    }
    return "%s %s: %s."
        .formatted(warning ? "Warning: gate" : "Gate", outcome.label(), String.join("; ", reasons));
  }

  private void addSlower(List<String> reasons, List<Change> slower, String bound) {
    if (!slower.isEmpty()) {
      reasons.add(
          "%d slower%s (%s)"
              .formatted(
                  slower.size(),
                  bound.formatted(Numbers.roundPercent(limit)),
                  Printable.some(
                      slower.stream().map(change -> change.row().group()).toList(),
                      MAX_NAMES,
                      ", ")));
    }
  }

  /** Why nothing can be said of some benchmarks, and of how many each reason is true. */
  private List<String> undecided() {
    Map<String, List<Change>> byReason = new LinkedHashMap<>();
    having(GateOutcome.UNDECIDED)
        .forEach(change ->
            byReason.computeIfAbsent(reason(change), key -> new ArrayList<>()).add(change));
    return byReason.entrySet().stream()
        .map(each ->
            "%d of %d %s".formatted(each.getValue().size(), changes.size(), each.getKey())
                + (each.getKey().equals(notExcluded()) ? advice(each.getValue()) : ""))
        .toList();
  }

  private String notExcluded() {
    return "do not exclude a slowdown of " + Numbers.roundPercent(limit);
  }

  private String reason(Change change) {
    return switch (change.row().verdict()) {
      case NO_VERDICT -> "without a direction (give --lower-is-better or --higher-is-better)";
      case WITHHELD -> "withheld (a warning says why)";
      case TOO_FEW -> "have too few forks (3 a side are the least, 7 or more are advised)";
      default ->
          change.isSteady(limit)
              ? notExcluded()
              : "not measured in a steady state (a warning says which run): warm up longer";
    };
  }

  /** How many forks would tell of all of them. */
  private String advice(List<Change> undecided) {
    List<Integer> forks =
        undecided.stream().map(change -> change.neededForks(limit, alpha)).toList();
    int max = forks.stream().max(Comparator.naturalOrder()).orElse(0);
    return forks.contains(0) || max > MAX_FORKS
        ? " (more than %d forks a side would tell; a higher limit, or less noise, helps more)"
            .formatted(MAX_FORKS)
        : " (about %d forks a side in a new run would tell)".formatted(max);
  }

  /** The gate for programs; {@code blind} is the old name of {@code undecided}. */
  Table table() {
    return new Columns<GateOutcome>()
        .text("outcome", "", GateOutcome::label)
        .count("exit_status", "", outcome -> exitStatus())
        .data("limit", outcome -> limit)
        .count("compared", "", outcome -> changes.size())
        .count("slower", "", outcome -> having(GateOutcome.FAILED).size())
        .count("undecided", "", outcome -> having(GateOutcome.UNDECIDED).size())
        .count("blind", "", outcome -> having(GateOutcome.UNDECIDED).size())
        .count("missing", "", outcome -> missing)
        .table("gate", "", List.of(outcome()));
  }
}
