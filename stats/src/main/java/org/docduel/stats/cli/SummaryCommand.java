package org.docduel.stats.cli;

import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Magnitude;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.ClientCurve;
import org.docduel.stats.ranking.ClientCurveTables;
import org.docduel.stats.ranking.ClientTables;
import org.docduel.stats.ranking.OperationCostTable;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.stat.Summary;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Output;
import org.docduel.stats.table.Table.Columns;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    description = "Mean, spread, percentiles and a confidence interval per result.",
    footer = {"", "Example: summary inserts.json --items documents"})
final class SummaryCommand extends ResultsCommand {
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

  /** A result and its items a second; NaN when nobody asked. */
  private record Line(Summary summary, Quantity quantity, double itemsPerSecond) {}

  @Override
  Output output(List<SelectedResult> results, List<SidecarFile> sidecars) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "--confidence " + confidence + " is out of range; above 0 and below 1 is expected");
    }
    Output output = new Output("summary").setting("confidence", confidence);
    tables(
        output,
        results,
        (names, members) -> {
          List<Line> lines = new ArrayList<>();
          for (SelectedResult result : members) {
            Summary summary = Summary.of(result.label(names), result.observations(), confidence);
            lines.add(
                new Line(
                    summary, result.observations().quantity(), items(result, summary, results)));
          }
          return columns(names, lines).table("summary", "", lines);
        });
    Options.compared(results).ifPresent(output::lead);
    List<String> labels = by().isEmpty() ? SelectedResult.distinguishing(results) : by();
    OperationCostTable.of(costs(), results, sidecars, Options.heading(labels), labels)
        .ifPresent(output::table);
    List<ClientCurve> curves = ClientCurve.of(results);
    if (!curves.isEmpty()) {
      output.table(ClientCurveTables.table(curves)).notes("", ClientCurveTables.sentences(curves));
    }
    for (ClientTables clients : ClientTables.of(sidecars)) {
      output.table(clients.table()).notes("Warning: ", clients.warnings());
    }
    return output;
  }

  private Columns<Line> columns(List<String> labels, List<Line> lines) {
    Columns<Line> columns =
        new Columns<Line>()
            .text("label", Options.heading(labels), line -> line.summary().label())
            .count("n", "n", line -> line.summary().n())
            .count("forks", "forks", line -> line.summary().forks())
            .count("operations", "", line -> line.summary().operations())
            .text("unit", "", line -> line.quantity().unit())
            .level("mean", "mean", line -> line.summary().mean(), Line::quantity)
            .level("sd", "sd", line -> line.summary().sd(), Line::quantity)
            .level("median", "median", line -> line.summary().median(), Line::quantity)
            .level("p95", "p95", line -> line.summary().p95(), Line::quantity)
            .level("p99", "p99", line -> line.summary().p99(), Line::quantity)
            .level("min", "min", line -> line.summary().min(), Line::quantity)
            .level("max", "max", line -> line.summary().max(), Line::quantity)
            .interval(
                "",
                Numbers.intervalHeading(confidence) + " of mean",
                line -> line.summary().interval(),
                line ->
                    Numbers.interval(line.summary().shownInterval(), Numbers.in(line.quantity())));
    if (items.isEmpty()) {
      return columns;
    }
    // where each operation is an item, the mean of a rate has said it to people
    boolean redundant =
        lines.stream()
            .allMatch(
                line -> line.quantity().rate() && line.itemsPerSecond() == line.summary().mean());
    return columns.number(
        "items_per_second", redundant ? "" : "items/s", Line::itemsPerSecond, Numbers::plain);
  }

  private double items(SelectedResult result, Summary summary, List<SelectedResult> results) {
    if (items.isEmpty()) {
      return Double.NaN;
    }
    boolean number = Character.isDigit(items.charAt(0));
    if (!number) {
      SelectedResult.requireKnown(List.of(items), results);
      if (result.handlesOne()) {
        throw new BadInputException(
            "--items %s: an operation of %s handles one, whatever %s says; use --items 1"
                .formatted(items, result.label(List.of(JmhResult.BENCHMARK)), items));
      }
    }
    Magnitude.of(number ? "--items" : items, number ? items : result.field(items));
    return result.itemsPerSecond(items, summary.mean());
  }
}
