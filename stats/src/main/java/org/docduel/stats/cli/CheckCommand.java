package org.docduel.stats.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.docduel.stats.report.text.CheckDocument;
import org.docduel.stats.select.SelectedResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The diagnostics alone. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "Trends, change points, correlation, outliers and fork effects, result by result.")
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private InputOptions input = new InputOptions();
  @Mixin private FormatOption format = new FormatOption();

  @Option(
      names = "--by",
      paramLabel = "P[,P]",
      description = "The parameters that label the rows (default: all that vary).")
  private String by = "";

  @Override
  public Integer call() {
    format.format();
    List<SelectedResult> results = input.selected();
    List<String> groups = Groups.of(by, results);
    List<CheckDocument.Subject> subjects =
        results.stream()
            .map(r -> new CheckDocument.Subject(r.label(groups), r.observations()))
            .toList();
    format.print(
        spec,
        CheckDocument.of(groups.isEmpty() ? "result" : String.join(", ", groups), subjects),
        input.leftOut());
    return Main.DONE;
  }
}
