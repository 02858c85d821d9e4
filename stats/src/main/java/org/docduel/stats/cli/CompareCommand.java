package org.docduel.stats.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.docduel.stats.BadInputException;
import org.docduel.stats.Comparison;
import org.docduel.stats.analysis.Change;
import org.docduel.stats.analysis.ChangeTest;
import org.docduel.stats.analysis.SuperiorityTest;
import org.docduel.stats.input.ResultReader;
import org.docduel.stats.report.text.CompareDocument;
import org.docduel.stats.report.text.Numbers;
import org.docduel.stats.select.ParameterMatch;
import org.docduel.stats.select.SelectedResult;
import org.docduel.stats.select.Selection;
import org.docduel.stats.select.VaryingFields;
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
      "With --fail-on-regression X the exit status is 1 when a benchmark is shown to be slower (p",
      "adjusted for the number of benchmarks below alpha) and its estimated slowdown is X or more.",
      "Example: compare before.json after.json --fail-on-regression 5%%"
    })
final class CompareCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private TestOptions.ResamplingOptions resampling = new TestOptions.ResamplingOptions();
  @Mixin private FormatOption format = new FormatOption();

  @Parameters(index = "0", paramLabel = "BEFORE", description = "JMH JSON of the earlier run.")
  private Path before = Path.of("");

  @Parameters(index = "1", paramLabel = "AFTER", description = "JMH JSON of the later run.")
  private Path after = Path.of("");

  @Option(
      names = "--where",
      paramLabel = "K=V[,K=V]",
      description = "Only results with these values.")
  private String where = "";

  @Option(names = "--metric", paramLabel = "NAME", description = "A secondary metric.")
  private String metric = "";

  @Option(
      names = "--fail-on-regression",
      paramLabel = "PERCENT",
      description =
          "Exit with 1 when something is shown to be slower, by this or more: 5%% or 0.05.")
  private String threshold = "";

  @Override
  public Integer call() {
    double limit = threshold.isEmpty() ? Double.NaN : fraction(threshold);
    format.format();
    Map<Map<String, String>, SelectedResult> earlier = byFields(before);
    Map<Map<String, String>, SelectedResult> later = byFields(after);
    List<String> labels = VaryingFields.of(List.copyOf(earlier.values()));
    List<Comparison> comparisons = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    earlier.forEach((fields, result) -> {
      SelectedResult other = later.get(fields);
      if (other == null) {
        notes.add("Only in " + before + ": " + result.label(labels) + ".");
      } else {
        comparisons.add(
            new Comparison(result.label(labels), result.observations(), other.observations()));
      }
    });
    later.forEach((fields, result) -> {
      if (!earlier.containsKey(fields)) {
        notes.add("Only in " + after + ": " + result.label(labels) + ".");
      }
    });
    if (comparisons.isEmpty()) {
      throw new BadInputException(
          "no matching pair: " + before + " and " + after + " share no benchmark and parameters");
    }
    SuperiorityTest test =
        SuperiorityTest.withDefaults()
            .withAlpha(resampling.alpha())
            .withResampling(resampling.resampling());
    List<Change> changes = new ChangeTest(test).testAll(comparisons);
    long regressions = changes.stream().filter(change -> change.regressed(limit)).count();
    notes.add(0, verdict(changes, limit, regressions));
    format.print(
        spec,
        CompareDocument.of(
            test, changes, labels.isEmpty() ? "benchmark" : String.join(", ", labels), notes));
    return regressions > 0 ? Main.GATE_FAILED : Main.DONE;
  }

  private Map<Map<String, String>, SelectedResult> byFields(Path file) {
    ParameterMatch match = where.isEmpty() ? ParameterMatch.ANY : ParameterMatch.parse(where);
    Map<Map<String, String>, SelectedResult> results = new LinkedHashMap<>();
    Selection.withDefaults()
        .withWhere(match)
        .withMetric(metric)
        .from(ResultReader.read(file))
        .forEach(result -> results.put(result.fields(), result));
    return results;
  }

  private static String verdict(List<Change> changes, double limit, long regressions) {
    List<String> parts = new ArrayList<>();
    for (Change.Kind kind : Change.Kind.values()) {
      long count = changes.stream().filter(change -> change.kind() == kind).count();
      if (count > 0) {
        parts.add(kind.label() + " " + count);
      }
    }
    String all = "Of " + changes.size() + " compared: " + String.join(", ", parts) + ".";
    if (Double.isNaN(limit)) {
      return all;
    }
    return all
        + (regressions > 0
            ? " Gate failed: " + regressions + " slower by " + Numbers.percent(limit) + " or more."
            : " Gate passed: nothing is shown to be slower by " + Numbers.percent(limit) + ".");
  }

  private static double fraction(String text) {
    boolean percent = text.endsWith("%");
    String number = percent ? text.substring(0, text.length() - 1) : text;
    double value;
    try {
      value = Double.parseDouble(number.strip()) / (percent ? 100 : 1);
    } catch (NumberFormatException e) {
      throw new BadInputException("'" + text + "' is no percentage; 5% or 0.05 is expected", e);
    }
    if (!(value >= 0 && value < 10)) {
      throw new BadInputException("'" + text + "' is out of range; 0 to below 1000 % is expected");
    }
    return value;
  }
}
