package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.stats.analysis.Summary;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.value.Measure;
import org.docduel.stats.report.value.Shown;

/** Every score in one table, with its durability, its spread and its rate. */
public final class ScoreTable {

  private ScoreTable() {}

  /**
   * The table.
   *
   * @param perParameter a parameter that counts what one operation handles, for a column of things
   *     per second; ignored where a result has no such number
   */
  public static List<Block> of(Study study, Names names, String perParameter) {
    Measure measure = names.measure();
    String unit = measure.unit();
    List<Column> columns = new ArrayList<>(names.keyColumns());
    columns.add(Column.number("forks", "forks"));
    columns.add(Column.number("n", "n"));
    columns.add(Column.number(measure.heading("mean"), "mean"));
    columns.add(Column.number("95 % interval", "mean_interval"));
    columns.add(Column.number("sd", "sd"));
    columns.add(Column.number("best", "min"));
    columns.add(Column.number("median", "median"));
    columns.add(Column.number("p95", "p95"));
    columns.add(Column.number("p99", "p99"));
    columns.add(Column.number("worst", "max"));
    columns.add(Column.number("ops/s", "operations_per_second"));
    columns.add(Column.number(perParameter + "/s", "things_per_second"));
    List<DataTable.Row> rows = new ArrayList<>();
    for (Score score : study.scores()) {
      rows.add(row(study, names, score, perParameter));
    }
    DataTable table =
        new DataTable(
            names.file("scores"),
            "Every score, in "
                + unit
                + " where nothing else is said. best and worst are the smallest and largest; rates"
                + " come from the mean."
                + names.conditions(),
            columns,
            rows);
    return List.of(new Block.TableBlock(table.withoutEmptyColumns(), false));
  }

  private static DataTable.Row row(Study study, Names names, Score score, String perParameter) {
    Measure measure = names.measure();
    Summary summary = score.summary();
    List<Cell> cells = new ArrayList<>(names.keyCells(score));
    cells.add(Cell.count(summary.forks(), Shown.count(summary.forks())));
    cells.add(Cell.count(summary.n(), Shown.count(summary.n())));
    cells.add(number(summary.mean(), measure));
    cells.add(interval(summary, measure));
    cells.add(number(summary.sd(), measure));
    cells.add(number(summary.min(), measure));
    cells.add(number(summary.median(), measure));
    cells.add(number(summary.p95(), measure));
    cells.add(number(summary.p99(), measure));
    cells.add(number(summary.max(), measure));
    double rate = study.timed() ? 1 / summary.mean() : Double.NaN;
    cells.add(rate(rate));
    cells.add(rate(perOperation(score, perParameter).map(n -> n * rate).orElse(Double.NaN)));
    return DataTable.Row.of(cells);
  }

  private static Optional<Double> perOperation(Score score, String parameter) {
    String value = score.field(parameter);
    return value.matches("[1-9]\\d{0,9}") ? Optional.of(Double.valueOf(value)) : Optional.empty();
  }

  private static Cell interval(Summary summary, Measure measure) {
    double lower = summary.interval().lower();
    double upper = summary.interval().upper();
    return Double.isNaN(lower) || Double.isNaN(upper)
        ? Cell.none()
        : new Cell(
            "[%s, %s]".formatted(measure.number(lower), measure.number(upper)),
            lower + ".." + upper,
            DataTable.Emphasis.NONE);
  }

  private static Cell number(double value, Measure measure) {
    return Double.isNaN(value) ? Cell.none() : Cell.number(value, measure.number(value));
  }

  private static Cell rate(double value) {
    return Double.isNaN(value) ? Cell.none() : Cell.number(value, Shown.significant(value));
  }
}
