package org.docduel.stats.report.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.docduel.stats.Printable;
import org.jspecify.annotations.Nullable;

/**
 * The data tables as RFC 4180 says, except that lines end as on Unix; several tables are parted by
 * an empty line.
 */
final class CsvRenderer implements Renderer {
  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setRecordSeparator('\n').build();

  @Override
  public String render(Document document) {
    return document.data().stream().map(CsvRenderer::table).collect(Collectors.joining("\n"));
  }

  private static String table(Table table) {
    StringBuilder out = new StringBuilder();
    try (CSVPrinter printer = FORMAT.print(out)) {
      printer.printRecord(table.columns().stream().map(Column::key));
      for (List<Cell> row : table.rows()) {
        printer.printRecord(row.stream().map(CsvRenderer::cell));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder takes everything
    }
    return out.toString();
  }

  private static @Nullable Object cell(Cell cell) {
    return cell.value() instanceof String text ? Printable.cell(text) : cell.value();
  }
}
