package org.docduel.stats.report.text;

import java.util.List;

/**
 * A table.
 *
 * @param name its name in JSON
 * @param title what stands above it; may be empty
 * @param columns the columns
 * @param rows rows of as many cells as there are columns
 */
public record Table(String name, String title, List<Column> columns, List<List<Cell>> rows) {
  /** Copies the lists and checks their sizes. */
  public Table {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<Cell> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            name + " has " + columns.size() + " columns, but a row has " + row.size() + " cells");
      }
    }
  }
}
