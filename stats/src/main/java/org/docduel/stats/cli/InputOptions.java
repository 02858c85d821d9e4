package org.docduel.stats.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.input.JmhResult;
import org.docduel.stats.input.ResultReader;
import org.docduel.stats.select.ParameterMatch;
import org.docduel.stats.select.SelectedResult;
import org.docduel.stats.select.Selection;
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

  @Option(
      names = "--metric",
      paramLabel = "NAME",
      description = "A secondary metric instead of the primary one.")
  private String metric = "";

  List<Path> files() {
    return files;
  }

  List<SelectedResult> selected() {
    return select(ResultReader.readAll(files));
  }

  List<SelectedResult> select(List<JmhResult> results) {
    ParameterMatch match = where.isEmpty() ? ParameterMatch.ANY : ParameterMatch.parse(where);
    return Selection.withDefaults().withWhere(match).withMetric(metric).from(results);
  }
}
