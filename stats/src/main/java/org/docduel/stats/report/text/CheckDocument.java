package org.docduel.stats.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.docduel.stats.Finding;
import org.docduel.stats.Observations;
import org.docduel.stats.diagnose.Autocorrelation;
import org.docduel.stats.diagnose.Diagnostics;
import org.docduel.stats.diagnose.Outliers;
import org.docduel.stats.diagnose.VarianceComponents;

/** Lays out diagnostics. */
public final class CheckDocument {
  private CheckDocument() {}

  /**
   * A result to check.
   *
   * @param label what it is called
   * @param observations its observations
   */
  public record Subject(String label, Observations observations) {}

  /**
   * Makes all checks and lays them out.
   *
   * @param by the name of the labels
   * @param subjects what to check, at least one
   */
  public static Document of(String by, List<Subject> subjects) {
    List<List<Cell>> rows = new ArrayList<>();
    List<Finding> all = new ArrayList<>();
    for (Subject subject : subjects) {
      List<Finding> findings = Diagnostics.of(subject.label(), subject.observations());
      all.addAll(findings);
      rows.add(row(subject, findings));
    }
    List<Column> columns =
        List.of(
            Column.words("label", by),
            Column.numbers("forks", "forks"),
            Column.numbers("n", "n"),
            Column.numbers("between_fork_share", "between forks"),
            Column.numbers("lag1", "lag 1"),
            Column.numbers("outliers", "outliers"),
            Column.words("findings", "findings"));
    Table table = new Table("checks", "", columns, rows);
    String note =
        all.isEmpty()
            ? "Nothing doubtful was found."
            : Numbers.count(all.size()) + " findings in " + subjects.size() + " results.";
    return new Document(
        "check",
        List.of(),
        List.of(table),
        List.of(note),
        List.of(table),
        List.of(),
        Map.of("level", Diagnostics.LEVEL),
        all);
  }

  private static List<Cell> row(Subject subject, List<Finding> findings) {
    Observations observations = subject.observations();
    double share = VarianceComponents.of(observations).betweenShare();
    double lag1 = Autocorrelation.of(observations).lag1();
    String kinds =
        findings.stream()
            .map(finding -> finding.kind().label())
            .distinct()
            .collect(Collectors.joining(", "));
    return List.of(
        Cell.of(subject.label()),
        Cell.of(observations.forks().size()),
        Cell.of(observations.size()),
        Cell.of(Numbers.percent(share), share),
        Cell.of(String.format(Locale.ROOT, "%.2f", lag1), lag1),
        Cell.of(Outliers.of(observations).size()),
        new Cell(kinds.isEmpty() ? "none" : kinds, kinds));
  }
}
