package org.docduel.stats.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.VerdictTables;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Output;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.verdict.ChangeTest;
import org.docduel.stats.verdict.ChangeTest.Change;
import org.docduel.stats.verdict.Looks;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.stats.verdict.Twins;
import org.docduel.stats.verdict.Verdict;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    description = "What changed between two runs of the same benchmarks?",
    footer = {
      "",
      "With --fail-on-regression X the exit status is 1 when a benchmark is shown to be slower and a"
          + " slowdown of X is not ruled out, or when a benchmark of BEFORE is missing; 3 when nothing is"
          + " shown but a slowdown of X would have been missed, or a run was still drifting by X or more. Benchmarks shown to have changed by less"
          + " than X are 'within'. The last line is the outcome.",
      "A gate needs 5 forks a side to pass; 7 are advised.",
      "Example: compare before.json after.json --fail-on-regression 5%%"
    })
final class CompareCommand implements Callable<Integer> {
  @Mixin private Options.Wanted wanted = new Options.Wanted();
  @Mixin private Options.Resamples resamples = new Options.Resamples();
  @Mixin private Options.Printing printing = new Options.Printing();

  @Parameters(
      arity = "2..*",
      paramLabel = "BEFORE... AFTER",
      hideParamSyntax = true,
      description = "JMH JSON of earlier runs, and of the later run as the last file.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--fail-on-regression",
      paramLabel = "PERCENT",
      description = "The slowdown that fails the gate: 5%% or 0.05.")
  private String threshold = "";

  /** Of results that match no other, so many a side are looked at, and so many fields named. */
  private static final int MAX_NEAREST = 100;

  private static final int MAX_NAMED = 3;

  @Option(
      names = "--ignore-below",
      paramLabel = "NUMBER",
      description =
          "Of a metric that is neither a time nor a rate, values below this count as this, in the unit of"
              + " the metric (default: 1 of B/op, where JMH prints 0.000001 for no allocation).")
  private double floor = Double.NaN;

  private static final String BYTES = "B/op";
  private static final String UNNAMED_HOST = "unnamed";

  /** What the gate does about what it could not have seen. */
  private enum OnBlind {
    FAIL,
    WARN
  }

  @Option(
      names = "--on-blind",
      paramLabel = "fail|warn",
      description =
          "What the gate does when it could not have seen such a slowdown: fail (default) or warn.")
  private OnBlind onBlind = OnBlind.FAIL;

  /** What two runs have in common, and what they do not. */
  private record Runs(
      List<String> labels,
      List<Comparison> comparisons,
      List<String> notes,
      List<Finding> findings,
      int missing) {}

  @Override
  public Integer call() {
    double limit = threshold.isEmpty() ? Double.NaN : fraction(threshold);
    boolean gate = !threshold.isEmpty();
    List<SidecarFile> sidecars = SidecarFile.readAll(files);
    Optional<Looks> looks = SidecarFile.largestPlan(sidecars);
    SuperiorityTest test = resamples.test().withLooks(looks);
    Runs runs = runs(test, sidecars);
    List<Change> changes = new ChangeTest(test, gate ? limit : 0).testAll(runs.comparisons());
    List<Superiority> rows = changes.stream().map(Change::row).toList();
    Output output =
        new Output("compare")
            .table(table(changes, rows, limit, Options.heading(runs.labels())))
            .note(VerdictTables.tooFew(rows) ? VerdictTables.observations(rows) : counts(changes))
            .notes("", runs.notes())
            .setting("method", rows.get(0).primary().method().label())
            .setting("alpha", test.hypothesis().alpha())
            .setting("resamples", test.resampling().resamples())
            .setting("seed", test.resampling().seed())
            .findings(runs.findings());
    looks.ifPresent(plan ->
        output.lead(
            plan
                + ": each comparison is tested after each round, and stands as it did when it was decided"));
    List<Finding> found = rows.stream().flatMap(row -> row.findings().stream()).toList();
    SuperiorityCommand.addWarnings(output, rows, found);
    int status = gate ? decide(changes, runs.missing(), limit, output) : Main.DONE;
    printing.print(output);
    return status;
  }

  private static Table table(
      List<Change> changes, List<Superiority> rows, double limit, String heading) {
    String changed = VerdictTables.changed(rows, "change of time", "change");
    return new Columns<Change>()
        .text("group", heading, change -> change.row().group())
        .count("n_before", "", change -> change.row().baselineCount())
        .count("n_after", "", change -> change.row().candidateCount())
        .text("unit", "", change -> change.row().quantity().unit())
        .level(
            "before",
            "before",
            change -> change.row().baseline(),
            change -> change.row().quantity())
        .level(
            "after", "after", change -> change.row().candidate(), change -> change.row().quantity())
        .cell("change", changed, true, change -> changed(change, change.relative()))
        .interval(
            "",
            Numbers.intervalHeading(VerdictTables.tested(rows).interval().confidence()),
            CompareCommand::interval,
            change -> Numbers.changes(interval(change), change.row().quantity()))
        .data("confidence", change -> confidence(change))
        .data("p_slower_adjusted", change -> change.row().adjusted().reversedP())
        .data("p_faster_adjusted", change -> change.row().adjusted().p())
        .displayOnly("p adjusted", change -> Numbers.p(change.row().favouredAdjustedP()))
        .cell(
            "verdict",
            VerdictTables.tooFew(rows) ? "" : "verdict",
            false,
            change -> Cell.text(change.label()).with(VerdictTables.tone(change.row().verdict())))
        .text("outcome", "", change -> outcome(change, limit))
        .displayOnly(
            "n", change -> change.row().baselineCount() + "/" + change.row().candidateCount())
        .cell("detectable", "would see", true, change -> changed(change, change.detectable()))
        .table("changes", "", changes);
  }

  /** Nothing of a change without a bound: what could not be seen at all has no size. */
  private static Cell changed(Change change, double fraction) {
    double finite = Double.isFinite(fraction) ? fraction : Double.NaN;
    return Cell.number(finite, Numbers.changeOf(change.row().quantity()));
  }

  private static double confidence(Change change) {
    Interval interval = change.row().interval();
    return Double.isNaN(interval.lower()) ? Double.NaN : interval.confidence();
  }

  /** What is not ruled out; without bounds where nothing was tested. */
  private static Interval interval(Change change) {
    return Double.isNaN(change.row().adjustedP())
        ? new Interval(Double.NaN, Double.NaN, 0)
        : new Interval(change.lowerBound(), change.upperBound(), 0);
  }

  /** What a benchmark does to the gate; nothing without one. */
  private static String outcome(Change change, double limit) {
    if (Double.isNaN(limit)) {
      return "";
    }
    return change.regressed(limit) ? "failed" : isBlind(change, limit) ? "blind" : "passed";
  }

  /** Whether a slowdown would have been missed, or cannot be told: nothing of it passes. */
  private static boolean isBlind(Change change, double limit) {
    Verdict verdict = change.row().verdict();
    return verdict == Verdict.NO_VERDICT
        || verdict == Verdict.WITHHELD
        || (change.drift() >= limit && !change.regressed(limit))
        || (change.blind(limit)
            && !change.regressed(limit)
            && !(change.slower() && change.hasMinReplicates()));
  }

  private static String counts(List<Change> changes) {
    List<String> parts = new ArrayList<>();
    for (String label : Change.LABELS) {
      long count = changes.stream().filter(change -> change.label().equals(label)).count();
      if (count > 0) {
        parts.add(label + " " + count);
      }
    }
    return "Of " + changes.size() + " compared: " + String.join(", ", parts) + ".";
  }

  /**
   * The exit status of the gate, which the output tells. Slower or missing fails; what could not
   * have been seen is told apart, and never passes.
   */
  private int decide(List<Change> changes, int missing, double limit, Output output) {
    String size = Numbers.roundPercent(limit);
    List<String> slower =
        changes.stream()
            .filter(change -> change.regressed(limit))
            .map(change -> change.row().group())
            .toList();
    List<Change> blind = changes.stream().filter(change -> isBlind(change, limit)).toList();
    boolean failed = !slower.isEmpty() || missing > 0;
    boolean blinded = !failed && !blind.isEmpty();
    boolean warned = blinded && onBlind == OnBlind.WARN;
    String decision = failed ? "failed" : blinded ? "blind" : "passed";
    int status = failed ? Main.GATE_FAILED : blinded && !warned ? Main.GATE_BLIND : Main.DONE;
    List<String> explanations = new ArrayList<>();
    if (!slower.isEmpty()) {
      explanations.add(
          "%d slower, and a slowdown of %s is not ruled out (%s)"
              .formatted(slower.size(), size, Printable.some(slower, 4, ", ")));
    }
    if (missing > 0) {
      explanations.add(missing + " of the earlier run could not be compared");
    }
    if (!blind.isEmpty()) {
      explanations.add(reasons(blind, changes.size(), limit));
    }
    if (explanations.isEmpty()) {
      explanations.add(
          "no slowdown of %s is shown, and each comparison could have seen one".formatted(size));
    }
    output.outcome(
        "%s %s: %s."
            .formatted(
                warned ? "Warning: gate" : "Gate", decision, String.join("; ", explanations)));
    output.table(
        new Columns<String>()
            .text("outcome", "", outcome -> outcome)
            .count("exit_status", "", outcome -> status)
            .data("limit", outcome -> limit)
            .count("compared", "", outcome -> changes.size())
            .count("slower", "", outcome -> slower.size())
            .count("blind", "", outcome -> blind.size())
            .count("missing", "", outcome -> missing)
            .table("gate", "", List.of(decision)));
    return status;
  }

  /** Why comparisons are blind, and of how many each reason is true. */
  private static String reasons(List<Change> blind, int compared, double limit) {
    String missed =
        "would have missed a slowdown of %s more often than not; "
            .formatted(Numbers.roundPercent(limit));
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Change change : blind) {
      String advice =
          change.hasMinReplicates()
              ? "more forks are needed (plan says how many)"
              : "a gate needs %d forks a side, and %d are advised"
                  .formatted(Change.FORKS_OF_GATE, Change.FORKS_ADVISED);
      String reason =
          switch (change.row().verdict()) {
            case NO_VERDICT -> "without a direction (give --lower-is-better or --higher-is-better)";
            case WITHHELD -> "withheld (a warning says why)";
            default ->
                change.hasMinReplicates() && change.drift() >= limit
                    ? "not measured in a steady state (a warning says which run): warm up longer"
                    : (change.detectable() > limit ? missed : "have too few forks: ") + advice;
          };
      counts.merge(reason, 1, Integer::sum);
    }
    return counts.entrySet().stream()
        .map(each -> "%d of %d %s".formatted(each.getValue(), compared, each.getKey()))
        .collect(Collectors.joining("; "));
  }

  private static double fraction(String text) {
    boolean percent = text.endsWith("%");
    String number = percent ? text.substring(0, text.length() - 1) : text;
    double value;
    try {
      value = Double.parseDouble(number) / (percent ? 100 : 1);
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    if (!(value > 0 && value < 1)) {
      throw new BadInputException(
          "'" + text + "' is not a percentage above 0 and below 100 %; 5% or 0.05 is expected");
    }
    return value;
  }

  private Runs runs(SuperiorityTest test, List<SidecarFile> sidecars) {
    Path after = files.get(files.size() - 1);
    List<Path> before = files.subList(0, files.size() - 1);
    String earlierFiles = before.stream().map(Path::toString).collect(Collectors.joining(", "));
    Selection selection = wanted.selection(sidecars);
    Selection.Selected earlier = selection.usable(JmhFile.readAll(before));
    Selection.Selected later = selection.usable(JmhFile.readAll(List.of(after)));
    Map<Map<String, String>, SelectedResult> earlierResults = measured(sidecars, earlier);
    Map<Map<String, String>, SelectedResult> laterResults = measured(sidecars, later);
    List<String> labels =
        Options.distinguishingParameters(
            Stream.concat(earlierResults.values().stream(), laterResults.values().stream())
                .toList());
    List<Comparison> comparisons = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    List<String> leftOut =
        new ArrayList<>(Stream.of(earlier, later).flatMap(run -> run.leftOut().stream()).toList());
    Map<String, List<Finding>> differences = new LinkedHashMap<>();
    earlierResults.forEach((fields, result) -> {
      SelectedResult other = laterResults.get(fields);
      String label = result.label(Options.namesIn(labels, result));
      if (other == null) {
        notes.add("Only in " + earlierFiles + ": " + label + ".");
        return;
      }
      try {
        Comparison pair = new Comparison(label, result.observations(), other.observations());
        test.requireTestable(pair);
        comparisons.add(pair);
        for (String difference : differences(result, other, sidecars)) {
          differences
              .computeIfAbsent(difference, key -> new ArrayList<>())
              .add(new Finding(Finding.Kind.ENVIRONMENT, label, difference));
        }
      } catch (BadInputException e) {
        leftOut.add(label + ": " + e.getMessage());
      }
    });
    laterResults.forEach((fields, result) -> {
      if (!earlierResults.containsKey(fields)) {
        notes.add("Only in " + after + ": " + result.label(Options.namesIn(labels, result)) + ".");
      }
    });
    if (comparisons.isEmpty()) {
      throw new BadInputException(
              "no matching pair: %s and %s share no benchmark and parameters%s"
                  .formatted(
                      earlierFiles, after, nearest(earlierResults.keySet(), laterResults.keySet())))
          .after(leftOut);
    }
    leftOut.forEach(reason -> notes.add("Left out: " + reason));
    int missing = earlierResults.size() - comparisons.size() + earlier.leftOut().size();
    List<Finding> findings = differences.values().stream().flatMap(List::stream).toList();
    return new Runs(labels, comparisons, notes, findings, missing);
  }

  /** In what the two results differ that have most in common, where no two have all. */
  private static String nearest(Set<Map<String, String>> before, Set<Map<String, String>> after) {
    return before.stream()
        .limit(MAX_NEAREST)
        .flatMap(
            earlier -> after.stream().limit(MAX_NEAREST).map(other -> differing(earlier, other)))
        .filter(differing -> !differing.isEmpty())
        .min(Comparator.comparingInt(List::size))
        .map(differing -> "; the nearest differ in " + Printable.some(differing, MAX_NAMED, ", "))
        .orElse("");
  }

  private static List<String> differing(Map<String, String> before, Map<String, String> after) {
    Set<String> names = new LinkedHashSet<>(before.keySet());
    names.addAll(after.keySet());
    return names.stream()
        .filter(name -> !Objects.equals(before.get(name), after.get(name)))
        .map(name ->
            "%s (%s before, %s after)"
                .formatted(
                    name, before.getOrDefault(name, "none"), after.getOrDefault(name, "none")))
        .toList();
  }

  /**
   * The results of a run by what they measured. Forks of two files have rounds in common only where
   * somebody says so; files whose host nobody names are runs on the one host that a gate has.
   */
  private Map<Map<String, String>, SelectedResult> measured(
      List<SidecarFile> sidecars, Selection.Selected selected) {
    boolean rounds = resamples.test().pairsRounds();
    Map<Map<String, String>, SelectedResult> measured = new LinkedHashMap<>();
    for (SelectedResult result : SidecarFile.placed(sidecars, Twins.without(selected.results()))) {
      Observations here =
          result
              .observations()
              .map(fork ->
                  fork.at(
                      fork.host().isEmpty() ? UNNAMED_HOST : fork.host(),
                      rounds ? fork.round() : 0));
      measured.put(result.measured(), result.with(floored(here)));
    }
    return measured;
  }

  private Observations floored(Observations observed) {
    Quantity quantity = observed.quantity();
    if (Double.isNaN(floor)) {
      return quantity.unit().equals(BYTES) ? observed.withFloor(1) : observed;
    }
    if (!(floor >= 0 && floor < Double.POSITIVE_INFINITY)) {
      throw new BadInputException("--ignore-below " + floor + ": a number from 0 is accepted");
    }
    if (quantity.kind() != Quantity.Kind.OTHER) {
      throw new BadInputException(
          "--ignore-below is for metrics that are neither times nor rates; this one is in "
              + quantity.unit());
    }
    return observed.withFloor(floor);
  }

  /** What differs in the way two runs were made. */
  private static Set<String> differences(
      SelectedResult before, SelectedResult after, List<SidecarFile> sidecars) {
    Set<String> found = new LinkedHashSet<>();
    for (JmhResult result : before.results()) {
      Map<String, String> earlier = facts(result, sidecars);
      for (JmhResult other : after.results()) {
        facts(other, sidecars)
            .forEach((name, value) -> {
              String was = earlier.getOrDefault(name, "");
              if (!was.equals(value) && !was.isEmpty() && !value.isEmpty()) {
                found.add(name + " was " + was + " and is " + value);
              }
            });
      }
    }
    return found;
  }

  private static Map<String, String> facts(JmhResult result, List<SidecarFile> sidecars) {
    Map<String, String> facts = result.circumstances();
    for (SidecarFile sidecarFile : sidecars) {
      if (sidecarFile.resultFile().equals(result.source().file())) {
        Sidecar sidecar = sidecarFile.sidecar();
        facts.put("the host", sidecar.environment().getOrDefault(Sidecar.HOST, ""));
        facts.put("the processor", sidecar.environment().getOrDefault(Sidecar.CPU, ""));
        for (Sidecar.Server server : sidecar.servers()) {
          facts.put("the server " + server.name(), server.product());
          server
              .settings()
              .forEach((name, value) -> facts.put(name + " of " + server.name(), value));
        }
      }
    }
    return facts;
  }
}
