package org.docduel.stats.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.docduel.stats.report.text.SummaryDocument;
import org.docduel.stats.report.text.SummaryDocument.Line;
import org.docduel.stats.select.Magnitude;
import org.docduel.stats.select.SelectedResult;
import org.docduel.stats.stat.Summaries;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What was measured, result by result. */
@Command(
    name = "summary",
    mixinStandardHelpOptions = true,
    description = "Mean, spread, percentiles and a confidence interval per result.",
    footer = {
      "",
      "Example: summary inserts.json --items documents --scale payload",
    })
final class SummaryCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private InputOptions input = new InputOptions();
  @Mixin private FormatOption format = new FormatOption();

  @Option(
      names = "--by",
      paramLabel = "P[,P]",
      description = "The parameters that label the rows (default: all that vary).")
  private String by = "";

  @Option(
      names = "--confidence",
      paramLabel = "LEVEL",
      description = "Of the interval of the mean (default 0.95).")
  private double confidence = 0.95;

  @Option(
      names = "--items",
      paramLabel = "PARAM",
      description =
          "Items one operation handles: a parameter that says it, or a number. Adds items per"
              + " second, of all threads together.")
  private String items = "";

  @Option(
      names = "--scale",
      paramLabel = "PARAM",
      description =
          "Adds a table of how often the median grows from the first to the last value of this"
              + " parameter (numbers; B and KB are understood), all else equal.")
  private String scale = "";

  @Override
  public Integer call() {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "--confidence " + confidence + " is out of range; above 0 and below 1 is expected");
    }
    format.format();
    List<SelectedResult> results = input.selected();
    List<String> groups = Groups.of(by, results);
    List<Line> lines = new ArrayList<>();
    for (SelectedResult result : results) {
      lines.add(
          new Line(
              Summaries.of(result.label(groups), result.observations(), confidence),
              result.observations().quantity(),
              itemsOf(result, results)));
    }
    List<Degradation> degradations =
        scale.isEmpty() ? List.of() : Degradation.of(results, scale, confidence);
    format.print(
        spec,
        SummaryDocument.of(
            groups.isEmpty() ? "result" : String.join(", ", groups),
            lines,
            degradations.stream().map(Degradation::row).toList()),
        input.leftOut());
    return Main.DONE;
  }

  private double itemsOf(SelectedResult result, List<SelectedResult> results) {
    if (items.isEmpty()) {
      return Double.NaN;
    }
    boolean number = !items.isEmpty() && Character.isDigit(items.charAt(0));
    if (!number) {
      Groups.requireKnown(items, results);
    }
    return result.callsAtOnce() * Magnitude.of(items, number ? items : result.field(items));
  }
}
