package org.docduel.stats.report.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVFormat;
import org.docduel.stats.Printable;

/**
 * A table: what a reader sees and what a program reads. {@link Columns} makes them.
 *
 * @param name of its file, lower case words and hyphens
 * @param caption what the rows are
 * @param columns left to right
 * @param rows top to bottom, a cell for each column
 */
public record DataTable(String name, String caption, List<Heading> columns, List<Line> rows) {

  /** Copies the lists and checks that every row is complete. */
  public DataTable {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    for (Line row : rows) {
      if (row.cells().size() != columns.size()) {
        throw new IllegalArgumentException(
            "table %s: a row of %d cells under %d columns"
                .formatted(name, row.cells().size(), columns.size()));
      }
    }
  }

  /**
   * The head of a column.
   *
   * @param shown on the page
   * @param csvName in the file, lower case words and underscores
   * @param numeric whether its cells are numbers, set to the right
   */
  public record Heading(String shown, String csvName, boolean numeric) {}

  /**
   * A row.
   *
   * @param cells left to right; the first names the row
   * @param summary whether it sums up the others
   */
  public record Line(List<DataCell> cells, boolean summary) {
    /** Copies the cells. */
    public Line {
      cells = List.copyOf(cells);
    }
  }

  /** The table without the columns that hold no value in any row. */
  public DataTable withoutEmptyColumns() {
    List<Integer> kept =
        IntStream.range(0, columns.size())
            .filter(i -> rows.stream().anyMatch(row -> !row.cells().get(i).value().isEmpty()))
            .boxed()
            .toList();
    return new DataTable(
        name,
        caption,
        kept.stream().map(columns::get).toList(),
        rows.stream()
            .map(row -> new Line(kept.stream().map(row.cells()::get).toList(), row.summary()))
            .toList());
  }

  DataTable withName(String changed) {
    return new DataTable(changed, caption, columns, rows);
  }

  /** The table as comma-separated values (RFC 4180, with line feeds). */
  String csv() {
    StringBuilder csv = new StringBuilder();
    CSVFormat format = CSVFormat.DEFAULT.builder().setRecordSeparator('\n').build();
    try (var printer = format.print(csv)) {
      printer.printRecord(columns.stream().map(Heading::csvName));
      for (Line row : rows) {
        printer.printRecord(row.cells().stream().map(cell -> Printable.cell(cell.value())));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder takes everything
    }
    return csv.toString();
  }
}
