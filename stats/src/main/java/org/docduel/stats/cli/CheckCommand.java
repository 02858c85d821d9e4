package org.docduel.stats.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.docduel.stats.diagnose.Diagnostics;
import org.docduel.stats.diagnose.Diagnostics.Autocorrelation;
import org.docduel.stats.diagnose.Diagnostics.Outlier;
import org.docduel.stats.diagnose.Diagnostics.VarianceComponents;
import org.docduel.stats.diagnose.DriftTable;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.stat.Rounds;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Output;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;
import picocli.CommandLine.Command;

@Command(
    description =
        "Trends, change points, correlation, outliers and fork effects, result by result.")
final class CheckCommand extends ResultsCommand {
  private static final double ALPHA = 0.05;

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
    return "Rounds share %s of the variance%s. Compared round by round (--pair rounds), an interval is about %s %% %s."
        .formatted(
            Numbers.fixed(rounds.share(), 2),
            rounds.pay() ? ": this machine is busy" : "",
            Numbers.fixed(100 * Math.abs(narrower), 0),
            narrower > 0 ? "narrower" : "wider");
  }

  @Override
  Output output(List<SelectedResult> results, List<SidecarFile> sidecars) {
    Output output = new Output("check").setting("level", Diagnostics.LEVEL);
    List<Finding> findings = new ArrayList<>();
    tables(
        output,
        results,
        (names, members) -> {
          List<Checked> rows = new ArrayList<>();
          for (SelectedResult result : members) {
            String label = result.label(names);
            rows.add(new Checked(label, result.iterations(), Diagnostics.of(label, result)));
          }
          rows.forEach(row -> findings.addAll(row.findings()));
          return table(names, rows);
        });
    Map<String, SelectedResult> labelled = new LinkedHashMap<>();
    List<String> names = SelectedResult.varying(results);
    results.forEach(result -> labelled.put(names.isEmpty() ? "" : result.label(names), result));
    DriftTable drift = DriftTable.of(labelled);
    if (!drift.isEmpty()) {
      output.table(drift.table());
    }
    // at the level at which the pairs of these results are claimed, as superiority has it
    double tail = ALPHA / 2 / PlanCommand.Size.of(results).pairs();
    Rounds rounds =
        Rounds.of(
            results.stream().map(SelectedResult::observations).toList(), Statistic.MEAN, tail);
    return output
        .findings(findings)
        .note(
            findings.isEmpty()
                ? "Nothing doubtful was found."
                : Numbers.count(findings.size(), "finding", "findings")
                    + " in "
                    + Numbers.count(results.size(), "result", "results")
                    + ".")
        .notes("", rounds.count() == 0 ? List.of() : List.of(sentence(rounds)));
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
