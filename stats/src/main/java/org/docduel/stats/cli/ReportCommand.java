package org.docduel.stats.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.docduel.stats.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    description = {
      "One HTML page that leads with the ranking, its figures (SVG) and its tables (CSV).",
      "A file NAME.sidecar.json beside a result file NAME.json is read when there is one."
    },
    footer = {
      "",
      "Example: report runs.json -o report",
      "Example: report before.json after.json -o report"
    })
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "JMH JSON files. Of two with the same results the second is compared with the first.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "DIR",
      description = "Where the report goes: new, empty, or holding an earlier report.")
  private Path directory = Path.of("report");

  @Mixin private Options.Wanted wanted = new Options.Wanted();

  @Mixin private Options.Compared compared = new Options.Compared();

  @Option(
      names = "--merge",
      description = "Files with the same results are runs of several machines: one sample.")
  private boolean merge;

  @Option(
      names = "--per",
      paramLabel = "PARAM",
      description =
          "Items one operation handles: a parameter that says it (default: documents), or a number."
              + " Scores get a rate of it.")
  private String perOperation = "documents";

  @Option(
      names = "--no-documents",
      description = "Leaves out checks, answers and plans, which may show parts of documents.")
  private boolean withoutDocuments;

  @Mixin private Options.Test options = new Options.Test();

  @Override
  public Integer call() {
    Path page =
        new Report(
                files,
                merge,
                options.test(),
                compared.subjects(),
                wanted.selection(),
                perOperation,
                !withoutDocuments,
                wanted.costs())
            .write(directory);
    spec.commandLine().getOut().println(page);
    return Main.DONE;
  }
}
