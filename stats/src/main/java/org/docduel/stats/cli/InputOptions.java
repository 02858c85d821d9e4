package org.docduel.stats.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.input.JmhResult;
import org.docduel.stats.input.ResultReader;
import org.docduel.stats.select.SelectedResult;
import org.docduel.stats.select.Selection;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The files and what to take from them. */
final class InputOptions {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "JMH JSON files; several machines' runs of one benchmark merge.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--where",
      paramLabel = "K=V[,K=V]",
      description = "Only results with these values; K is a parameter, benchmark, mode or threads.")
  private String where = "";

  @Mixin private MetricOptions metric = new MetricOptions();

  private List<String> leftOut = List.of();

  List<Path> files() {
    return files;
  }

  List<SelectedResult> selected() {
    return select(ResultReader.readAll(files));
  }

  List<SelectedResult> select(List<JmhResult> results) {
    Selection.Selected selected = metric.selected(where, results);
    leftOut = selected.leftOut();
    return selected.results();
  }

  /** Results that match but cannot be used, each with the reason. */
  List<String> leftOut() {
    return leftOut;
  }
}
