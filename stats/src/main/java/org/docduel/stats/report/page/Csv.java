package org.docduel.stats.report.page;

import java.util.List;
import java.util.stream.Collectors;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.page.DataTable.Row;

/** Tables as comma-separated values (RFC 4180, with line feeds). */
final class Csv {

  private Csv() {}

  static String of(DataTable table) {
    StringBuilder csv = new StringBuilder();
    csv.append(line(table.columns().stream().map(Column::csvName).toList()));
    for (Row row : table.rows()) {
      csv.append(line(row.cells().stream().map(Cell::value).toList()));
    }
    return csv.toString();
  }

  private static String line(List<String> values) {
    return values.stream().map(Csv::quoted).collect(Collectors.joining(",", "", "\n"));
  }

  private static String quoted(String value) {
    boolean plain = value.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? value : '"' + value.replace("\"", "\"\"") + '"';
  }
}
