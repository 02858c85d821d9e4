package org.docduel.stats.report.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.docduel.stats.Finding;
import org.docduel.stats.verdict.Change;
import org.docduel.stats.verdict.SuperiorityTest;

/** Lays out what changed between two runs. */
public final class CompareDocument {
  private CompareDocument() {}

  /**
   * Lays out changes.
   *
   * @param test the settings
   * @param changes the changes, at least one
   * @param by the name of the labels
   * @param notes sentences below the table
   * @param more findings about the runs
   */
  public static Document of(
      SuperiorityTest test,
      List<Change> changes,
      String by,
      List<String> notes,
      List<Finding> more) {
    List<Finding> findings =
        Stream.concat(
                more.stream(), changes.stream().flatMap(change -> change.row().findings().stream()))
            .toList();
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("method", changes.get(0).row().primary().method().label());
    settings.put("alpha", test.hypothesis().alpha());
    settings.put("resamples", test.resampling().resamples());
    settings.put("seed", test.resampling().seed());
    return new Document(
        "compare",
        List.of(),
        List.of(people(changes, by)),
        notes,
        List.of(programs(changes)),
        List.of(),
        settings,
        findings);
  }

  private static Table people(List<Change> changes, String by) {
    List<Column> columns =
        List.of(
            Column.words("group", by),
            Column.numbers("before", "before"),
            Column.numbers("after", "after"),
            Column.numbers("change", "change"),
            Column.numbers("interval", "interval"),
            Column.numbers("p", "p adjusted"),
            Column.words("verdict", "verdict"),
            Column.numbers("n", "n"),
            Column.numbers("detectable", "would see"));
    List<List<Cell>> rows = new ArrayList<>();
    for (Change change : changes) {
      var row = change.row();
      boolean tested = !Double.isNaN(row.adjustedP());
      rows.add(
          List.of(
              Cell.of(row.group()),
              Cell.of(Numbers.observation(row.baseline(), change.quantity())),
              Cell.of(Numbers.observation(row.candidate(), change.quantity())),
              Cell.of(change(change.relative())),
              Cell.of(tested ? change(change.least()) + " .. " + change(change.most()) : "-"),
              Cell.of(tested ? Numbers.p(row.favouredAdjustedP()) : "-"),
              Cell.of(change.kind().label()),
              Cell.of(row.baselineCount() + "/" + row.candidateCount()),
              Cell.of(change(change.detectable()))));
    }
    return new Table("changes", "", columns, rows);
  }

  private static String change(double relative) {
    if (!Double.isFinite(relative)) {
      return "-";
    }
    return relative >= 1
        ? Numbers.reduction(-relative)
        : (relative >= 0 ? "+" : "") + Numbers.percent(relative);
  }

  private static Table programs(List<Change> changes) {
    List<Column> columns = new ArrayList<>();
    for (String key :
        List.of(
            "group",
            "n_before",
            "n_after",
            "unit",
            "before",
            "after",
            "change",
            "lower",
            "upper",
            "p_slower_adjusted",
            "p_faster_adjusted",
            "verdict",
            "detectable")) {
      columns.add(Column.words(key, key));
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (Change change : changes) {
      var row = change.row();
      rows.add(
          List.of(
              Cell.of(row.group()),
              Cell.of(row.baselineCount()),
              Cell.of(row.candidateCount()),
              Cell.of(change.quantity().unit()),
              Cell.of("", row.baseline()),
              Cell.of("", row.candidate()),
              Cell.of("", change.relative()),
              Cell.of("", change.least()),
              Cell.of("", change.most()),
              Cell.of("", row.adjusted().reversedP()),
              Cell.of("", row.adjusted().p()),
              Cell.of(change.kind().label()),
              Cell.of("", change.detectable())));
    }
    return new Table("changes", "", columns, rows);
  }
}
