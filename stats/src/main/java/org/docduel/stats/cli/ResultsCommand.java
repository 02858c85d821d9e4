package org.docduel.stats.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.OperationCosts;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Output;
import org.docduel.stats.table.Table;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that prints what it finds in some results of some files. */
abstract class ResultsCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "JMH JSON files; several machines' runs of one benchmark merge.")
  private List<Path> files = new ArrayList<>();

  @Mixin private Options.Wanted wanted = new Options.Wanted();

  @Option(
      names = "--by",
      paramLabel = "P[,P]",
      description = "The parameters that label the rows (default: all others that vary).")
  private String by = "";

  @Mixin private Options.Printing printing = new Options.Printing();

  @Override
  public Integer call() {
    List<SidecarFile> sidecars = SidecarFile.readAll(files);
    Selection.Selected selected = wanted.selection(sidecars).usable(wanted.results(files));
    List<SelectedResult> results = SidecarFile.placed(sidecars, selected.results());
    String metric =
        results.stream()
            .map(result -> result.metric().isEmpty() ? Selection.SCORE : result.metric())
            .distinct()
            .collect(Collectors.joining(", "));
    try {
      Output output =
          output(results, sidecars)
              .notes("Left out: ", selected.leftOut())
              .findings(SidecarFile.unlikeFiles(results));
      printing.print(metric.equals(Selection.SCORE) ? output : output.setting("metric", metric));
    } catch (BadInputException e) {
      throw e.after(selected.leftOut());
    }
    return Main.DONE;
  }

  /** What the command says of results with hosts and rounds. */
  abstract Output output(List<SelectedResult> results, List<SidecarFile> sidecars);

  /** What an operation costs, with the prices that are given. */
  OperationCosts costs() {
    return wanted.costs();
  }

  /** The parameters of {@code --by}; empty when it is not given. */
  List<String> by() {
    return Options.parts(by);
  }

  /**
   * Adds tables of results in their order under the parameters that label them, as far as they have
   * them: those of {@code --by}, or all that vary.
   *
   * @param table of labels and the results that have them
   */
  void tables(
      Output output,
      List<SelectedResult> results,
      BiFunction<List<String>, List<SelectedResult>, Table> table) {
    SelectedResult.requireKnown(by(), results);
    List<String> labels = by.isEmpty() ? SelectedResult.distinguishing(results) : by();
    int from = 0;
    for (int to = 1; to <= results.size(); to++) {
      List<String> names = Options.namesIn(labels, results.get(from));
      if (to == results.size() || !Options.namesIn(labels, results.get(to)).equals(names)) {
        output.table(table.apply(names, results.subList(from, to)));
        from = to;
      }
    }
  }
}
