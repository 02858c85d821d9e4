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
import org.docduel.stats.history.History;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Finding;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    description = "What changed between two runs of the same benchmarks?",
    footer = {
      "",
      "With --fail-on-regression X the exit status is 0 when a slowdown of X is excluded for every benchmark;"
          + " 1 when one is shown to be slower and X is not excluded, or a benchmark of BEFORE is missing;"
          + " 3 when neither can be told: too few forks, too much noise, or a run that still drifted by X."
          + " The last line is the outcome.",
      "docduel revisions measures two revisions in turn, which is the sound way to use the gate.",
      "Example: compare before.json after.json --fail-on-regression 5%%",
      "Example: compare --history results -o history.svg"
    })
final class CompareCommand implements Callable<Integer> {
  @Mixin private Options.Wanted wanted = new Options.Wanted();
  @Mixin private Options.Resamples resamples = new Options.Resamples();
  @Mixin private Options.Printing printing = new Options.Printing();

  @Parameters(
      arity = "0..*",
      paramLabel = "BEFORE... AFTER",
      hideParamSyntax = true,
      description = "JMH JSON of earlier runs, and of the later run as the last file.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--history",
      paramLabel = "DIR",
      description =
          "Instead of files: all runs in a directory, by date, with the points where a level"
              + " changes, by Apache Otava where it is installed, else by Pettitt's test.")
  private @Nullable Path history;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE.svg",
      description = "With --history: a picture.")
  private @Nullable Path picture;

  @Option(
      names = "--fail-on-regression",
      paramLabel = "PERCENT",
      description = "The slowdown that the gate must exclude: 5%% or 0.05.")
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

  private static final Finding NOT_IN_TURN =
      new Finding(
          Finding.Kind.NOT_IN_TURN,
          "the two runs",
          "they were not taken in turn (--pair rounds), so that differences between runs, such as of"
              + " frequency and placement, count as differences between versions;"
              + " docduel revisions measures in turn");
  private static final String UNNAMED_HOST = "unnamed";

  /** What the gate does when it cannot tell. */
  private enum OnUndecided {
    FAIL,
    WARN
  }

  @Option(
      names = {"--on-undecided", "--on-blind"},
      paramLabel = "fail|warn",
      description =
          "What the gate does when it can neither exclude nor show a slowdown: fail with status 3"
              + " (default), or warn.")
  private OnUndecided onUndecided = OnUndecided.FAIL;

  /** What two runs have in common, and what they do not. */
  private record Runs(
      List<String> labels,
      List<Comparison> comparisons,
      List<String> notes,
      List<Finding> findings,
      int missing) {}

  @Override
  public Integer call() {
    if (history != null || picture != null) {
      return history();
    }
    if (files.size() < 2) {
      throw new BadInputException(
          "BEFORE... AFTER: at least 2 are needed, and %s given"
              .formatted(files.isEmpty() ? "none" : files.size()));
    }
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
            .notes("", bounds(rows, test))
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
    if (!test.pairsRounds()) {
      output.findings(List.of(NOT_IN_TURN));
    }
    int status = Main.DONE;
    if (gate) {
      boolean warnsOnly = onUndecided == OnUndecided.WARN;
      Gate decided = new Gate(limit, test.hypothesis().alpha(), changes, runs.missing(), warnsOnly);
      output.outcome(decided.sentence()).table(decided.table());
      status = decided.exitStatus();
    }
    printing.print(output);
    return status;
  }

  private int history() {
    if (history == null || !files.isEmpty() || !threshold.isEmpty()) {
      throw new BadInputException(
          "--history DIR takes no other files and no gate, and -o goes with it");
    }
    List<String> leftOut = new ArrayList<>();
    List<Path> found = History.filesIn(history, leftOut);
    HistoryTables tables = HistoryTables.of(History.of(found, wanted.selection()));
    printing.print(tables.output().notes("Left out: ", leftOut));
    if (picture != null) {
      tables.draw(picture);
    }
    return Main.DONE;
  }

  private static Table table(
      List<Change> changes, List<Superiority> rows, double limit, String heading) {
    String changed = VerdictTables.changed(rows, "change of time", "change");
    String gateHeading = Double.isNaN(limit) ? "" : "gate";
    return new Columns<Change>()
        .text("group", heading, change -> change.row().group())
        .count("n_before", "", change -> change.row().baselineCount())
        .count("n_after", "", change -> change.row().candidateCount())
        .text("unit", "", change -> change.row().quantity().unit())
        .data("before", change -> change.row().baseline())
        .data("after", change -> change.row().candidate())
        .cell("change", changed, true, change -> changed(change, change.relative()))
        .interval(
            "",
            "interval",
            CompareCommand::interval,
            change -> Numbers.changes(interval(change), change.row().quantity()))
        .data("confidence", change -> confidence(change))
        .data("p_slower_adjusted", change -> change.row().adjusted().reversedP())
        .data("p_faster_adjusted", change -> change.row().adjusted().p())
        .cell(
            "verdict",
            VerdictTables.tooFew(rows) ? "" : "verdict",
            false,
            change -> Cell.text(label(change)).with(VerdictTables.tone(change.verdict())))
        .displayOnly(
            slower(rows).isEmpty() ? "" : slower(rows) + " by at most",
            change -> changed(change, change.maxSlowdown()).displayText())
        .text("outcome", gateHeading, change -> outcome(change, limit))
        .data("detectable", CompareCommand::detectable)
        .cell("upper_bound", "", true, change -> changed(change, change.maxSlowdown()))
        .displayOnly("p", change -> Numbers.p(change.p()))
        .displayOnly(
            "before", change -> Numbers.of(change.row().baseline(), change.row().quantity()))
        .displayOnly(
            "after", change -> Numbers.of(change.row().candidate(), change.row().quantity()))
        .displayOnly(
            "n", change -> change.row().baselineCount() + "/" + change.row().candidateCount())
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
    return !change.row().isTested()
        ? new Interval(Double.NaN, Double.NaN, 0)
        : new Interval(change.lowerBound(), change.upperBound(), 0);
  }

  /** What a benchmark means to the gate; nothing without one. */
  private static String outcome(Change change, double limit) {
    return Double.isNaN(limit) ? "" : change.gate(limit).label();
  }

  /** The slowdown that half of all runs would show; programs may read it, the gate does not. */
  private static double detectable(Change change) {
    return change.row().isTested()
        ? Math.sqrt((1 + change.upperBound()) / (1 + change.lowerBound())) - 1
        : Double.NaN;
  }

  /** What a change for the worse is called; empty where nobody said which way is worse. */
  private static String slower(List<Superiority> rows) {
    boolean directed =
        rows.stream().anyMatch(change -> change.quantity().better() != Quantity.Better.UNKNOWN);
    boolean speed = rows.stream().anyMatch(change -> change.quantity().isSpeed());
    return speed ? "slower" : directed ? "worse" : "";
  }

  /** What the bounds of the table hold with; nothing where there are none. */
  private static List<String> bounds(List<Superiority> rows, SuperiorityTest test) {
    if (VerdictTables.tooFew(rows)) {
      return List.of();
    }
    String changes = "Of the changes " + VerdictTables.level(rows, test.hypothesis().alpha());
    return List.of(
        slower(rows).isEmpty()
            ? changes + "."
            : "%s; \"%s by at most\" holds with %s for each on its own, which is what a gate asks."
                .formatted(
                    changes, slower(rows), Numbers.roundPercent(1 - test.hypothesis().alpha())));
  }

  private static String label(Change change) {
    return VerdictTables.label(change.verdict(), change.margin(), change.row().quantity());
  }

  private static String counts(List<Change> changes) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    changes.stream()
        .sorted(Comparator.comparing(Change::verdict).reversed())
        .forEach(change -> counts.merge(label(change), 1, Integer::sum));
    return "Of %d compared: %s."
        .formatted(
            changes.size(),
            counts.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", ")));
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
    List<JmhResult> beforeResults = wanted.results(before);
    List<JmhResult> afterResults = wanted.results(List.of(after));
    List<JmhResult> all = Stream.concat(beforeResults.stream(), afterResults.stream()).toList();
    Selection.Selected earlier = selection.usable(beforeResults, all);
    Selection.Selected later = selection.usable(afterResults, all);
    Map<Map<String, String>, SelectedResult> earlierResults = measured(sidecars, earlier);
    Map<Map<String, String>, SelectedResult> laterResults = measured(sidecars, later);
    List<String> labels =
        SelectedResult.distinguishing(
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
