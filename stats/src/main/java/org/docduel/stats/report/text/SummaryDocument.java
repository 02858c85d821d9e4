package org.docduel.stats.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.docduel.stats.Quantity;
import org.docduel.stats.stat.Summary;

/** Lays out summaries. */
public final class SummaryDocument {
  private SummaryDocument() {}

  /**
   * A row of the summary.
   *
   * @param summary the numbers
   * @param quantity what they count
   * @param items items one operation handles; NaN when that was not asked for
   */
  public record Line(Summary summary, Quantity quantity, double items) {
    /** Items per second; NaN when not asked for or not a time. */
    public double itemsPerSecond() {
      return quantity.time() ? items / summary.mean() : Double.NaN;
    }
  }

  /**
   * How a median grows over a parameter.
   *
   * @param group the other parameters
   * @param first the smallest value of the parameter
   * @param last the largest value
   * @param firstMedian median at the smallest value
   * @param lastMedian median at the largest value
   * @param quantity what the medians count
   */
  public record Growth(
      String group,
      String first,
      String last,
      double firstMedian,
      double lastMedian,
      Quantity quantity) {
    /** How often the first median goes into the last. */
    public double factor() {
      return lastMedian / firstMedian;
    }
  }

  /**
   * Lays out summaries.
   *
   * @param by the name of the labels
   * @param lines the rows, at least one
   * @param growths rows of the second table; none for no such table
   */
  public static Document of(String by, List<Line> lines, List<Growth> growths) {
    List<Table> tables = new ArrayList<>();
    List<Table> data = new ArrayList<>();
    boolean items = lines.stream().anyMatch(line -> !Double.isNaN(line.items()));
    tables.add(people(by, lines, items));
    data.add(programs(lines, items));
    if (!growths.isEmpty()) {
      tables.add(growth(growths));
      data.add(growthData(growths));
    }
    double confidence = lines.get(0).summary().interval().confidence();
    return new Document(
        "summary",
        List.of(),
        tables,
        List.of(),
        data,
        List.of(),
        Map.of("confidence", confidence),
        List.of());
  }

  private static Table people(String by, List<Line> lines, boolean items) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.words("label", by));
    columns.add(Column.numbers("n", "n"));
    columns.add(Column.numbers("forks", "forks"));
    for (String name : List.of("mean", "sd", "median", "p95", "p99", "min", "max")) {
      columns.add(Column.numbers(name, name));
    }
    columns.add(Column.numbers("interval", "interval of mean"));
    if (items) {
      columns.add(Column.numbers("items", "items/s"));
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (Line line : lines) {
      Summary s = line.summary();
      List<Cell> row = new ArrayList<>();
      row.add(Cell.of(s.label()));
      row.add(Cell.of(s.n()));
      row.add(Cell.of(s.forks()));
      for (double value : numbers(s)) {
        row.add(Cell.of(Numbers.observation(value, line.quantity())));
      }
      row.add(
          Cell.of(
              Double.isNaN(s.interval().lower())
                  ? "-"
                  : Numbers.observation(lower(s), line.quantity())
                      + " .. "
                      + Numbers.observation(s.interval().upper(), line.quantity())));
      if (items) {
        row.add(Cell.of(Numbers.plain(line.itemsPerSecond())));
      }
      rows.add(row);
    }
    return new Table("summary", "", columns, rows);
  }

  private static double[] numbers(Summary s) {
    return new double[] {s.mean(), s.sd(), s.median(), s.p95(), s.p99(), s.min(), s.max()};
  }

  private static Table programs(List<Line> lines, boolean items) {
    List<Column> columns = new ArrayList<>();
    for (String key :
        List.of(
            "label",
            "n",
            "forks",
            "operations",
            "unit",
            "mean",
            "sd",
            "median",
            "p95",
            "p99",
            "min",
            "max",
            "lower",
            "upper")) {
      columns.add(Column.words(key, key));
    }
    if (items) {
      columns.add(Column.words("items_per_second", "items_per_second"));
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (Line line : lines) {
      Summary s = line.summary();
      List<Cell> row = new ArrayList<>();
      row.add(Cell.of(s.label()));
      row.add(Cell.of(s.n()));
      row.add(Cell.of(s.forks()));
      row.add(Cell.of(s.operations()));
      row.add(Cell.of(line.quantity().unit()));
      for (double value : numbers(s)) {
        row.add(Cell.of("", value));
      }
      row.add(Cell.of("", s.interval().lower()));
      row.add(Cell.of("", s.interval().upper()));
      if (items) {
        row.add(Cell.of("", line.itemsPerSecond()));
      }
      rows.add(row);
    }
    return new Table("summary", "", columns, rows);
  }

  private static Table growth(List<Growth> growths) {
    List<Column> columns =
        List.of(
            Column.words("group", "group"),
            Column.numbers("first", "from"),
            Column.numbers("last", "to"),
            Column.numbers("first_median", "median"),
            Column.numbers("last_median", "median"),
            Column.numbers("factor", "factor"));
    List<List<Cell>> rows =
        growths.stream()
            .map(growth ->
                List.of(
                    Cell.of(growth.group()),
                    Cell.of(growth.first()),
                    Cell.of(growth.last()),
                    Cell.of(Numbers.observation(growth.firstMedian(), growth.quantity())),
                    Cell.of(Numbers.observation(growth.lastMedian(), growth.quantity())),
                    Cell.of(Numbers.factor(growth.factor()))))
            .toList();
    return new Table("scale", "Degradation of the median", columns, rows);
  }

  private static Table growthData(List<Growth> growths) {
    List<Column> columns = new ArrayList<>();
    for (String key : List.of("group", "first", "last", "first_median", "last_median", "factor")) {
      columns.add(Column.words(key, key));
    }
    List<List<Cell>> rows =
        growths.stream()
            .map(growth ->
                List.of(
                    Cell.of(growth.group()),
                    Cell.of(growth.first()),
                    Cell.of(growth.last()),
                    Cell.of("", growth.firstMedian()),
                    Cell.of("", growth.lastMedian()),
                    Cell.of("", growth.factor())))
            .toList();
    return new Table("scale", "", columns, rows);
  }

  /** For people, no mean of what is never negative lies below zero. */
  private static double lower(Summary summary) {
    double bound = summary.interval().lower();
    return summary.min() >= 0 ? Math.max(0, bound) : bound;
  }
}
