package org.docduel.stats.report.text;

import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.Quantity;
import org.docduel.stats.analysis.PairwiseTest;
import org.docduel.stats.analysis.Superiority;

/** Lays out the verdicts of each pair in each of its groups. */
final class PairGroups {
  private static final List<Column> DATA =
      VerdictCells.columns(
          Column.words("baseline", "baseline"),
          Column.words("candidate", "candidate"),
          Column.words("group", "group"));

  private PairGroups() {}

  static Table people(
      List<PairwiseTest.Pair> pairs, Quantity quantity, String parameter, String by) {
    List<Column> columns =
        List.of(
            Column.words("baseline", "baseline " + parameter),
            Column.words("candidate", "candidate " + parameter),
            Column.words("group", by),
            Column.numbers("baseline_level", "baseline"),
            Column.numbers("candidate_level", "candidate"),
            Column.numbers("delta", "reduction"),
            Column.numbers("interval", "interval"),
            Column.numbers("p", "p"),
            Column.numbers("holm", "p Holm"),
            Column.words("decision", "verdict"));
    List<List<Cell>> rows = new ArrayList<>();
    for (PairwiseTest.Pair pair : pairs) {
      for (Superiority group : pair.groups()) {
        rows.add(
            List.of(
                Cell.of(pair.baseline()),
                Cell.of(pair.candidate()),
                Cell.of(group.group()),
                Cell.of(Numbers.observation(group.baseline(), quantity)),
                Cell.of(Numbers.observation(group.candidate(), quantity)),
                Cell.of(Numbers.percent(group.delta())),
                Cell.of(Numbers.percents(group.interval().lower(), group.interval().upper())),
                Cell.of(Numbers.p(group.p())),
                Cell.of(Numbers.p(group.holmP())),
                Cell.of(group.verdict().label())));
      }
    }
    return new Table(
        "groups", "Each pair in each group; p Holm over the groups of the pair", columns, rows);
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
