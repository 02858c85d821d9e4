package org.docduel.stats.report.text;

import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.analysis.Superiority;

/** A verdict for programs: the same columns, at full precision, wherever one is told. */
final class VerdictCells {
  private static final List<Column> COLUMNS =
      List.of(
          Column.numbers("n_baseline", "n"),
          Column.numbers("n_candidate", "n"),
          Column.numbers("delta", "delta"),
          Column.numbers("lower", "lower"),
          Column.numbers("upper", "upper"),
          Column.numbers("p", "p"),
          Column.numbers("p_holm", "p_holm"),
          Column.words("decision", "decision"));

  private VerdictCells() {}

  /** The columns after those that say whose verdict it is. */
  static List<Column> columns(Column... whose) {
    List<Column> columns = new ArrayList<>(List.of(whose));
    columns.addAll(COLUMNS);
    return List.copyOf(columns);
  }

  /** A row after the cells that say whose verdict it is. */
  static List<Cell> row(Superiority verdict, Cell... whose) {
    List<Cell> cells = new ArrayList<>(List.of(whose));
    cells.add(Cell.of(verdict.baselineCount()));
    cells.add(Cell.of(verdict.candidateCount()));
    cells.add(Cell.of("", verdict.delta()));
    cells.add(Cell.of("", verdict.interval().lower()));
    cells.add(Cell.of("", verdict.interval().upper()));
    cells.add(Cell.of("", verdict.p()));
    cells.add(Cell.of("", verdict.holmP()));
    cells.add(Cell.of(verdict.verdict().label()));
    return List.copyOf(cells);
  }
}
