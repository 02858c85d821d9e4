package org.docduel.stats.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.docduel.stats.diagnose.Diagnostics;
import org.docduel.stats.diagnose.Series.Autocorrelation;
import org.docduel.stats.diagnose.Series.Outlier;
import org.docduel.stats.diagnose.Series.VarianceComponents;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.stat.Rounds;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Output;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The diagnostics alone. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "Trends, change points, correlation, outliers and fork effects, result by result.")
final class CheckCommand implements Callable<Integer> {
  // Of each bound of an interval at 95 %.
  private static final double TAIL = 0.025;

  @Mixin private Options.Input input = new Options.Input();
  @Mixin private Options.Printing printing = new Options.Printing();

  private record Checked(String label, Observations observations, List<Finding> findings) {
    Cell kinds() {
      Cell kinds =
          Cell.text(
              findings.stream()
                  .map(finding -> finding.kind().label())
                  .distinct()
                  .collect(Collectors.joining(", ")));
      return findings.isEmpty() ? kinds.showing("none") : kinds;
    }
  }

  /** What the rounds share, and what it is worth to pair by them. */
  private static String sentence(Rounds rounds) {
    double narrower = 1 - rounds.width();
    String share =
        rounds.pay()
            ? "Rounds share %s of the variance: this machine is busy."
            : "Rounds share %s of the variance.";
    String worth =
        narrower > 0
            ? " Compared round by round (--pair rounds), an interval is about %s narrower."
            : " Compared round by round (--pair rounds), an interval is about %s wider.";
    return share.formatted(Numbers.fixed(rounds.share(), 2))
        + worth.formatted(Numbers.fixed(100 * Math.abs(narrower), 0) + " %");
  }

  @Override
  public Integer call() {
    List<SelectedResult> results = input.selected();
    List<Checked> checked = new ArrayList<>();
    Output output = new Output("check");
    for (Options.Labelled part : input.labelled(results)) {
      List<Checked> rows = new ArrayList<>();
      for (SelectedResult result : part.results()) {
        String label = result.label(part.names());
        Observations observations = result.observations();
        rows.add(new Checked(label, observations, Diagnostics.of(label, observations)));
      }
      output.table(table(part.names(), rows));
      checked.addAll(rows);
    }
    List<Finding> findings = checked.stream().flatMap(row -> row.findings().stream()).toList();
    String note =
        findings.isEmpty()
            ? "Nothing doubtful was found."
            : Numbers.count(findings.size(), "finding", "findings")
                + " in "
                + Numbers.count(checked.size(), "result", "results")
                + ".";
    Rounds rounds = Rounds.of(results.stream().map(SelectedResult::observations).toList(), TAIL);
    printing.print(
        output
            .note(note)
            .notes("", rounds.count() == 0 ? List.of() : List.of(sentence(rounds)))
            .notes("Left out: ", input.leftOut())
            .setting("level", Diagnostics.LEVEL)
            .findings(findings));
    return Main.DONE;
  }

  private static Table table(List<String> labels, List<Checked> rows) {
    return new Columns<Checked>()
        .text("label", Options.heading(labels), Checked::label)
        .count("forks", "forks", row -> row.observations().forks().size())
        .count("n", "n", row -> row.observations().size())
        .number(
            "between_fork_share",
            "between forks",
            row -> VarianceComponents.of(row.observations()).betweenShare(),
            Numbers::percent)
        .number(
            "lag1",
            "lag 1",
            row -> Autocorrelation.of(row.observations()).lag1(),
            lag -> Numbers.fixed(lag, 2))
        .count("outliers", "outliers", row -> Outlier.of(row.observations()).size())
        .cell("findings", "findings", false, Checked::kinds)
        .table("checks", "", rows);
  }
}
