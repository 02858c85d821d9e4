package org.docduel.stats.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.stat.Interval;
import org.jspecify.annotations.Nullable;

/**
 * A table that is declared once: people read its headings and what cells show, programs its keys
 * and values.
 *
 * @param name in JSON and of its file
 * @param title what the rows are; may be empty
 * @param rows top to bottom, with a cell for each column; the first cell names the row
 */
public record Table(String name, String title, List<Column> columns, List<List<Cell>> rows) {
  public Table {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    for (List<Cell> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            name + ": " + row.size() + " cells under " + columns.size() + " columns");
      }
    }
  }

  /**
   * A column.
   *
   * @param key in CSV and JSON; empty for what only people see
   * @param heading for people; empty for what only programs read
   * @param number whether the cells are numbers, set to the right
   */
  public record Column(String key, String heading, boolean number) {}

  /** How a cell stands out. */
  public enum Tone {
    NONE,
    SUPERIOR,
    INFERIOR,
    UNDECIDED,
    STRONG;

    /** The class in a style sheet; empty for none. */
    public String css() {
      return this == NONE ? "" : name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A cell.
   *
   * @param value for programs: a text, a number at full precision, a boolean, or null for nothing
   * @param displayText to people
   * @param anchor of a page that it links to; may be empty
   * @param heat how much it stands out by its colour, from 1 to {@link #MAX_HEAT}; 0 not at all
   */
  public record Cell(
      @Nullable Object value, String displayText, Tone tone, String anchor, int heat) {
    public static final Cell NONE = new Cell(null, "-", Tone.NONE, "", 0);

    /** The most heat that a cell has. */
    public static final int MAX_HEAT = 4;

    /** Words; people see an empty text as nothing. */
    public static Cell text(String text) {
      return new Cell(text, text.isEmpty() ? NONE.displayText : text, Tone.NONE, "", 0);
    }

    /** A number; NaN is nothing. */
    public static Cell number(double value, DoubleFunction<String> format) {
      return Double.isNaN(value) ? NONE : new Cell(value, format.apply(value), Tone.NONE, "", 0);
    }

    public static Cell count(long value) {
      return new Cell(value, Numbers.count(value), Tone.NONE, "", 0);
    }

    public Cell showing(String text) {
      return new Cell(value, text, tone, anchor, heat);
    }

    public Cell with(Tone changed) {
      return new Cell(value, displayText, changed, anchor, heat);
    }

    public Cell linkedTo(String target) {
      return new Cell(value, displayText, tone, target, heat);
    }

    public Cell heated(int amount) {
      return new Cell(value, displayText, tone, anchor, amount);
    }

    private boolean isEmpty() {
      return (value == null || value.equals("")) && displayText.equals(NONE.displayText);
    }
  }

  /** The table without the columns that are empty in every row. */
  public Table withoutEmptyColumns() {
    return keeping(i -> rows.stream().anyMatch(row -> !row.get(i).isEmpty()));
  }

  /** What people see: the columns with a heading that are not empty. */
  public Table forPeople() {
    return keeping(i -> !columns.get(i).heading().isEmpty()).withoutEmptyColumns();
  }

  /** What programs read: the columns with a key. */
  public Table forPrograms() {
    return keeping(i -> !columns.get(i).key().isEmpty());
  }

  private Table keeping(IntPredicate wanted) {
    int[] indices = IntStream.range(0, columns.size()).filter(wanted).toArray();
    return new Table(
        name, title, at(indices, columns), rows.stream().map(r -> at(indices, r)).toList());
  }

  private static <E> List<E> at(int[] places, List<E> all) {
    return IntStream.of(places).mapToObj(all::get).toList();
  }

  Table and(Table other) {
    return new Table(
        name, title, columns, Stream.concat(rows.stream(), other.rows.stream()).toList());
  }

  /** The data of several tables as one, whose first column has their names. */
  static Table joined(Collection<Table> tables) {
    if (tables.size() == 1) {
      return tables.iterator().next();
    }
    Map<String, Column> columns = new LinkedHashMap<>();
    columns.put("table", new Column("table", "", false));
    tables.forEach(table ->
        table.forPrograms().columns().forEach(each -> columns.putIfAbsent(each.key(), each)));
    List<List<Cell>> rows = new ArrayList<>();
    for (Table table : tables) {
      Table data = table.forPrograms();
      for (List<Cell> row : data.rows()) {
        Map<String, Cell> cells = new HashMap<>();
        cells.put("table", Cell.text(table.name()));
        for (int i = 0; i < row.size(); i++) {
          cells.put(data.columns().get(i).key(), row.get(i));
        }
        rows.add(columns.keySet().stream().map(key -> cells.getOrDefault(key, Cell.NONE)).toList());
      }
    }
    return new Table("", "", List.copyOf(columns.values()), rows);
  }

  public Table withName(String changed) {
    return new Table(changed, title, columns, rows);
  }

  public Table withTitle(String changed) {
    return new Table(name, changed, columns, rows);
  }

  /**
   * Columns, and how each row's thing fills them.
   *
   * @param <T> what a row is about
   */
  public static final class Columns<T> {
    private final List<Column> columns = new ArrayList<>();
    private final List<Function<T, Cell>> cells = new ArrayList<>();

    public Columns<T> text(String key, String heading, Function<T, String> text) {
      return cell(key, heading, false, text.andThen(Cell::text));
    }

    public Columns<T> count(String key, String heading, ToLongFunction<T> count) {
      return cell(key, heading, true, thing -> Cell.count(count.applyAsLong(thing)));
    }

    /** A column of numbers; NaN leaves a cell empty. */
    public Columns<T> number(
        String key, String heading, ToDoubleFunction<T> number, DoubleFunction<String> format) {
      return cell(key, heading, true, thing -> Cell.number(number.applyAsDouble(thing), format));
    }

    /** A column of levels, each in the unit that suits it; NaN leaves a cell empty. */
    public Columns<T> level(
        String key, String heading, ToDoubleFunction<T> level, Function<T, Quantity> quantity) {
      return cell(
          key,
          heading,
          true,
          thing -> Cell.number(level.applyAsDouble(thing), Numbers.in(quantity.apply(thing))));
    }

    /** A column of numbers that only programs read. */
    public Columns<T> data(String key, ToDoubleFunction<T> number) {
      return number(key, "", number, value -> "");
    }

    /** An interval: people see one column, programs its bounds, whose keys begin alike. */
    public Columns<T> interval(
        String key, String heading, Function<T, Interval> interval, Function<T, String> format) {
      return data(key + "lower", thing -> interval.apply(thing).lower())
          .data(key + "upper", thing -> interval.apply(thing).upper())
          .displayOnly(heading, format);
    }

    /** A column that only people see, set like numbers. */
    public Columns<T> displayOnly(String heading, Function<T, String> format) {
      return cell("", heading, true, thing -> Cell.NONE.showing(format.apply(thing)));
    }

    public Columns<T> cell(String key, String heading, boolean number, Function<T, Cell> cell) {
      columns.add(new Column(key, heading, number));
      cells.add(cell);
      return this;
    }

    /** All columns of others, of a part of the thing. */
    public <P> Columns<T> all(Columns<P> others, Function<T, P> part) {
      columns.addAll(others.columns);
      others.cells.forEach(cell -> cells.add(part.andThen(cell)));
      return this;
    }

    public Table table(String name, String title, List<T> things) {
      return new Table(name, title, columns, things.stream().map(this::row).toList());
    }

    private List<Cell> row(T thing) {
      return cells.stream().map(cell -> cell.apply(thing)).toList();
    }
  }
}
