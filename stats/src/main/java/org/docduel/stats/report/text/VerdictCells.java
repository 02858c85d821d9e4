package org.docduel.stats.report.text;

import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.Quantity;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.Verdict;

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
          Column.numbers("p_adjusted", "p_adjusted"),
          Column.words("decision", "decision"),
          Column.numbers("p_inferior", "p_inferior"),
          Column.numbers("p_inferior_adjusted", "p_inferior_adjusted"),
          Column.numbers("confidence", "confidence"),
          Column.words("method", "method"));

  private VerdictCells() {}

  /** The columns after those that say whose verdict it is. */
  static List<Column> columns(Column... whose) {
    List<Column> columns = new ArrayList<>(List.of(whose));
    columns.addAll(COLUMNS);
    return List.copyOf(columns);
  }

  /** The columns for people after those that say whose verdict it is. */
  static List<Column> peopleColumns(Column... whose) {
    List<Column> columns = new ArrayList<>(List.of(whose));
    columns.addAll(
        List.of(
            Column.numbers("delta", "reduction"),
            Column.numbers("interval", "interval"),
            Column.words("decision", "verdict"),
            Column.numbers("adjusted", "p adjusted"),
            Column.numbers("p", "p"),
            Column.numbers("baseline_level", "baseline"),
            Column.numbers("candidate_level", "candidate"),
            Column.numbers("time", "time ratio"),
            Column.numbers("throughput", "throughput ratio"),
            Column.numbers("n", "n")));
    return List.copyOf(columns);
  }

  /**
   * A row for people after the cells that say whose verdict it is. Where nothing was tested, the
   * levels and their ratio are an observation, without interval and p.
   */
  static List<Cell> people(Superiority verdict, Quantity quantity, Cell... whose) {
    boolean tested = verdict.verdict() != Verdict.TOO_FEW;
    List<Cell> cells = new ArrayList<>(List.of(whose));
    cells.add(Cell.of(Numbers.reduction(verdict.delta())));
    cells.add(
        Cell.of(
            tested
                ? Numbers.reductions(verdict.interval().lower(), verdict.interval().upper())
                : "-"));
    cells.add(Cell.of(verdict.verdict().label()));
    cells.add(Cell.of(tested ? Numbers.p(verdict.favouredAdjustedP()) : "-"));
    cells.add(Cell.of(tested ? Numbers.p(verdict.favouredP()) : "-"));
    cells.add(Cell.of(Numbers.observation(verdict.baseline(), quantity)));
    cells.add(Cell.of(Numbers.observation(verdict.candidate(), quantity)));
    cells.add(Cell.of(Numbers.factor(verdict.primary().timeRatio())));
    cells.add(Cell.of(Numbers.factor(verdict.primary().throughputRatio())));
    cells.add(Cell.of(verdict.baselineCount() + "/" + verdict.candidateCount()));
    return List.copyOf(cells);
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
    cells.add(Cell.of("", verdict.adjusted().p()));
    cells.add(Cell.of(verdict.verdict().label()));
    cells.add(Cell.of("", verdict.primary().reversedP()));
    cells.add(Cell.of("", verdict.adjusted().reversedP()));
    cells.add(Cell.of("", verdict.interval().confidence()));
    cells.add(Cell.of(verdict.primary().method().label()));
    return List.copyOf(cells);
  }
}
