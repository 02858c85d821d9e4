package org.docduel.stats.report.text;

import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.verdict.PairwiseTest;
import org.docduel.stats.verdict.Superiority;

/** Lays out the verdicts of each pair in each of its groups. */
final class PairGroups {
  private static final List<Column> DATA =
      VerdictCells.columns(
          Column.words("baseline", "baseline"),
          Column.words("candidate", "candidate"),
          Column.words("group", "group"));

  private PairGroups() {}

  static Table people(List<PairwiseTest.Pair> pairs, String parameter, String by) {
    List<Column> columns =
        VerdictCells.peopleColumns(
            Column.words("baseline", "baseline " + parameter),
            Column.words("candidate", "candidate " + parameter),
            Column.words("group", by));
    List<List<Cell>> rows = new ArrayList<>();
    for (PairwiseTest.Pair pair : pairs) {
      for (Superiority group : pair.groups()) {
        rows.add(
            VerdictCells.people(
                group,
                pair.quantity(),
                Cell.of(pair.baseline()),
                Cell.of(pair.candidate()),
                Cell.of(group.group())));
      }
    }
    return new Table("groups", "Each pair in each group, all of them one family", columns, rows);
  }

  static Table programs(List<PairwiseTest.Pair> pairs) {
    List<List<Cell>> rows = new ArrayList<>();
    for (PairwiseTest.Pair pair : pairs) {
      for (Superiority group : pair.groups()) {
        rows.add(
            VerdictCells.row(
                group,
                Cell.of(pair.baseline()),
                Cell.of(pair.candidate()),
                Cell.of(group.group())));
      }
    }
    return new Table("groups", "", DATA, rows);
  }
}
