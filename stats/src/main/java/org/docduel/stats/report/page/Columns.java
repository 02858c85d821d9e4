package org.docduel.stats.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.docduel.stats.report.value.Display;

/**
 * The columns of a table and how each row's thing fills them.
 *
 * @param <T> what a row is about
 */
public final class Columns<T> {
  private final List<DataTable.Heading> headings = new ArrayList<>();
  private final List<Function<T, DataCell>> cells = new ArrayList<>();

  /** A column of words. */
  public Columns<T> text(String heading, String csvName, Function<T, String> text) {
    return cell(heading, csvName, false, thing -> DataCell.text(text.apply(thing)));
  }

  /** A column of numbers; NaN leaves a cell empty. */
  public Columns<T> number(
      String heading, String csvName, ToDoubleFunction<T> number, DoubleFunction<String> shown) {
    return cell(
        heading,
        csvName,
        true,
        thing -> {
          double value = number.applyAsDouble(thing);
          return Double.isNaN(value) ? DataCell.NONE : DataCell.number(value, shown.apply(value));
        });
  }

  /** A column of whole numbers. */
  public Columns<T> count(String heading, String csvName, ToLongFunction<T> count) {
    return cell(
        heading,
        csvName,
        true,
        thing -> {
          long value = count.applyAsLong(thing);
          return new DataCell(Display.count(value), Long.toString(value), Emphasis.NONE);
        });
  }

  /** A column of any cells. */
  public Columns<T> cell(
      String heading, String csvName, boolean numeric, Function<T, DataCell> cell) {
    headings.add(new DataTable.Heading(heading, csvName, numeric));
    cells.add(cell);
    return this;
  }

  /** The table of some things. */
  public DataTable table(String name, String caption, List<T> things) {
    return table(name, caption, things, thing -> false);
  }

  /**
   * The table of some things.
   *
   * @param summary which of them sum up the others
   */
  public DataTable table(String name, String caption, List<T> things, Predicate<T> summary) {
    List<DataTable.Line> lines = new ArrayList<>();
    for (T thing : things) {
      lines.add(
          new DataTable.Line(
              cells.stream().map(cell -> cell.apply(thing)).toList(), summary.test(thing)));
    }
    return new DataTable(name, caption, headings, lines);
  }
}
