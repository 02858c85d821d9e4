package org.docduel.stats.report.text;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The data tables as RFC 4180 says, except that lines end as on Unix; several tables are parted by
 * an empty line.
 */
final class CsvRenderer implements Renderer {

  @Override
  public String render(Document document) {
    return document.data().stream().map(CsvRenderer::table).collect(Collectors.joining("\n"));
  }

  private static String table(Table table) {
    StringBuilder out = new StringBuilder();
    line(table.columns().stream().map(Column::key).toList(), out);
    for (List<Cell> row : table.rows()) {
      line(row.stream().map(CsvRenderer::value).toList(), out);
    }
    return out.toString();
  }

  private static String value(Cell cell) {
    return cell.value() == null ? "" : cell.value().toString();
  }

  private static void line(List<String> values, StringBuilder out) {
    out.append(values.stream().map(CsvRenderer::quoted).collect(Collectors.joining(",")));
    out.append('\n');
  }

  private static String quoted(String value) {
    boolean plain = value.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? value : '"' + value.replace("\"", "\"\"") + '"';
  }
}
