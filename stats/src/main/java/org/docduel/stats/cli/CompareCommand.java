package org.docduel.stats.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.docduel.stats.BadInputException;
import org.docduel.stats.Comparison;
import org.docduel.stats.input.ResultReader;
import org.docduel.stats.report.text.CompareDocument;
import org.docduel.stats.select.Differences;
import org.docduel.stats.select.SelectedResult;
import org.docduel.stats.select.Selection;
import org.docduel.stats.select.VaryingFields;
import org.docduel.stats.verdict.Change;
import org.docduel.stats.verdict.ChangeTest;
import org.docduel.stats.verdict.SuperiorityTest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What changed between two runs of the same benchmarks, and a gate for builds. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = "What changed between two runs of the same benchmarks?",
    footer = {
      "",
      "With --fail-on-regression X the exit status is 1 when a benchmark is shown to be slower and a",
      "slowdown of X is not ruled out, when a benchmark of BEFORE is missing, and when a slowdown of",
      "X would have been missed. Benchmarks shown to have changed by less than X are 'within'.",
      "Example: compare before.json after.json --fail-on-regression 5%%"
    })
final class CompareCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private TestOptions.ResamplingOptions resampling = new TestOptions.ResamplingOptions();
  @Mixin private FormatOption format = new FormatOption();
  @Mixin private MetricOptions metric = new MetricOptions();

  @Parameters(
      arity = "2..*",
      paramLabel = "BEFORE... AFTER",
      description = "JMH JSON of earlier runs, and of the later run as the last file.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--where",
      paramLabel = "K=V[,K=V]",
      description = "Only results with these values.")
  private String where = "";

  @Option(
      names = "--fail-on-regression",
      paramLabel = "PERCENT",
      description = "The slowdown that fails the gate: 5%% or 0.05.")
  private String threshold = "";

  @Option(
      names = "--on-blind",
      paramLabel = "fail|warn",
      description =
          "What the gate does when it could not have seen such a slowdown: fail (default) or warn.")
  private String onBlind = "fail";

  @Override
  public Integer call() {
    Gate gate = Gate.of(threshold, onBlind);
    format.format();
    SuperiorityTest test =
        SuperiorityTest.withDefaults()
            .withAlpha(resampling.alpha())
            .withResampling(resampling.resampling());
    Runs runs = runs();
    List<Change> changes = new ChangeTest(test, gate.margin()).testAll(runs.comparisons());
    Gate.Decision decision = gate.decide(changes, runs.missing());
    List<String> notes = new ArrayList<>(List.of(counts(changes)));
    notes.addAll(decision.sentences());
    notes.addAll(runs.notes());
    String by = runs.labels().isEmpty() ? "benchmark" : String.join(", ", runs.labels());
    format.print(spec, CompareDocument.of(test, changes, by, notes, runs.differences().findings()));
    return decision.failed() ? Main.GATE_FAILED : Main.DONE;
  }

  /** What two runs have in common, and what they do not. */
  private record Runs(
      List<String> labels,
      List<Comparison> comparisons,
      List<String> notes,
      Differences differences,
      int missing) {}

  private Runs runs() {
    Path after = files.get(files.size() - 1);
    List<Path> before = files.subList(0, files.size() - 1);
    Selection.Selected earlier = selected(before);
    Selection.Selected later = selected(List.of(after));
    Map<Map<String, String>, SelectedResult> left = byFields(earlier.results());
    Map<Map<String, String>, SelectedResult> right = byFields(later.results());
    List<String> labels =
        VaryingFields.of(Stream.concat(left.values().stream(), right.values().stream()).toList());
    List<Comparison> comparisons = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    Differences differences = new Differences();
    left.forEach((fields, result) -> {
      SelectedResult other = right.get(fields);
      String label = result.label(labels);
      if (other == null) {
        notes.add("Only in " + joined(before) + ": " + label + ".");
      } else {
        String reason = unlike(result, other);
        if (reason.isEmpty()) {
          comparisons.add(new Comparison(label, result.observations(), other.observations()));
          differences.compare(label, result, other);
        } else {
          notes.add("Not compared: " + label + ": " + reason + ".");
        }
      }
    });
    int missing = left.size() - comparisons.size() + earlier.leftOut().size();
    right.forEach((fields, result) -> {
      if (!left.containsKey(fields)) {
        notes.add("Only in " + after + ": " + result.label(labels) + ".");
      }
    });
    if (comparisons.isEmpty()) {
      throw new BadInputException(
          "no matching pair: "
              + joined(before)
              + " and "
              + after
              + " share no benchmark and parameters");
    }
    earlier.leftOut().forEach(reason -> notes.add("Left out: " + reason));
    later.leftOut().forEach(reason -> notes.add("Left out: " + reason));
    return new Runs(labels, comparisons, notes, differences, missing);
  }

  private static String unlike(SelectedResult one, SelectedResult other) {
    for (SelectedResult side : List.of(one, other)) {
      for (double value : side.observations().values()) {
        if (!(value > 0)) {
          return "an observation is " + value + "; a relative comparison needs values above zero";
        }
      }
    }
    String unit = one.observations().quantity().unit();
    String otherUnit = other.observations().quantity().unit();
    return unit.equals(otherUnit) ? "" : "mixed units, " + unit + " against " + otherUnit;
  }

  private static String joined(List<Path> files) {
    return String.join(", ", files.stream().map(Path::toString).toList());
  }

  private Selection.Selected selected(List<Path> from) {
    return metric.selected(where, ResultReader.readAll(from));
  }

  private static Map<Map<String, String>, SelectedResult> byFields(List<SelectedResult> results) {
    Map<Map<String, String>, SelectedResult> byFields = new LinkedHashMap<>();
    results.forEach(result -> byFields.put(result.fields(), result));
    return byFields;
  }

  private static String counts(List<Change> changes) {
    List<String> parts = new ArrayList<>();
    for (Change.Kind kind : Change.Kind.values()) {
      long count = changes.stream().filter(change -> change.kind() == kind).count();
      if (count > 0) {
        parts.add(kind.label() + " " + count);
      }
    }
    return "Of " + changes.size() + " compared: " + String.join(", ", parts) + ".";
  }
}
