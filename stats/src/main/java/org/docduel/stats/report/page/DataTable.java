package org.docduel.stats.report.page;

import java.util.ArrayList;
import java.util.List;

/**
 * A table: what a reader sees and what a program reads.
 *
 * @param name of its file, lower case words and hyphens
 * @param caption what the rows are
 * @param columns left to right
 * @param rows top to bottom, a cell for each column
 */
public record DataTable(String name, String caption, List<Column> columns, List<Row> rows) {

  /** Copies the lists and checks that every row is complete. */
  public DataTable {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    for (Row row : rows) {
      if (row.cells().size() != columns.size()) {
        throw new IllegalArgumentException(
            "table %s: a row of %d cells under %d columns"
                .formatted(name, row.cells().size(), columns.size()));
      }
    }
  }

  /**
   * A column.
   *
   * @param heading on the page
   * @param csvName in the file, lower case words and underscores
   * @param numeric whether its cells are numbers, set to the right
   */
  public record Column(String heading, String csvName, boolean numeric) {

    public static Column text(String heading, String csvName) {
      return new Column(heading, csvName, false);
    }

    public static Column number(String heading, String csvName) {
      return new Column(heading, csvName, true);
    }
  }

  /**
   * A cell.
   *
   * @param shown to a reader
   * @param value in the file, in full precision
   * @param emphasis how it stands out
   */
  public record Cell(String shown, String value, Emphasis emphasis) {

    public static Cell text(String text) {
      return new Cell(text, text, Emphasis.NONE);
    }

    /** A number; in the file it has full precision, and is empty when it is not a number. */
    public static Cell number(double value, String shown) {
      return new Cell(shown, Double.isNaN(value) ? "" : Double.toString(value), Emphasis.NONE);
    }

    /** A whole number. */
    public static Cell count(long value, String shown) {
      return new Cell(shown, Long.toString(value), Emphasis.NONE);
    }

    /** A cell without content. */
    public static Cell none() {
      return new Cell("–", "", Emphasis.NONE);
    }

    public Cell with(Emphasis newEmphasis) {
      return new Cell(shown, value, newEmphasis);
    }
  }

  /** How a cell stands out. */
  public enum Emphasis {
    NONE(""),
    SUPERIOR("superior"),
    INFERIOR("inferior"),
    UNDECIDED("undecided"),
    STRONG("strong");

    private final String cssClass;

    Emphasis(String cssClass) {
      this.cssClass = cssClass;
    }

    String cssClass() {
      return cssClass;
    }
  }

  /**
   * A row.
   *
   * @param cells left to right; the first names the row
   * @param summary whether it sums up the others
   */
  public record Row(List<Cell> cells, boolean summary) {

    /** Copies the cells. */
    public Row {
      cells = List.copyOf(cells);
    }

    public static Row of(List<Cell> cells) {
      return new Row(cells, false);
    }
  }

  /** The table without the columns that hold no value in any row. */
  public DataTable withoutEmptyColumns() {
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int column = i;
      if (rows.stream().anyMatch(row -> !row.cells().get(column).value().isEmpty())) {
        kept.add(i);
      }
    }
    List<Row> shorter = new ArrayList<>();
    for (Row row : rows) {
      shorter.add(new Row(kept.stream().map(row.cells()::get).toList(), row.summary()));
    }
    return new DataTable(name, caption, kept.stream().map(columns::get).toList(), shorter);
  }
}
