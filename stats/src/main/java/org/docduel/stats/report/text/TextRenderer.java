package org.docduel.stats.report.text;

import java.util.List;

/** Aligned columns for a terminal. */
final class TextRenderer implements Renderer {
  private static final String GAP = "  ";

  @Override
  public String render(Document document) {
    StringBuilder out = new StringBuilder();
    document.lead().forEach(line -> out.append(line).append('\n'));
    for (Table table : document.tables()) {
      separate(out);
      if (!table.title().isEmpty()) {
        out.append(table.title()).append('\n');
      }
      table(table, out);
    }
    if (!document.notes().isEmpty()) {
      separate(out);
      document.notes().forEach(line -> out.append(line).append('\n'));
    }
    List<String> findings = FindingLines.of(document.findings());
    if (!findings.isEmpty()) {
      separate(out);
      out.append("Findings\n");
      findings.forEach(line -> out.append(GAP).append(line).append('\n'));
    }
    return out.toString();
  }

  private static void separate(StringBuilder out) {
    if (!out.isEmpty()) {
      out.append('\n');
    }
  }

  private static void table(Table table, StringBuilder out) {
    int[] widths = new int[table.columns().size()];
    for (int c = 0; c < widths.length; c++) {
      widths[c] = table.columns().get(c).header().length();
      for (List<Cell> row : table.rows()) {
        widths[c] = Math.max(widths[c], row.get(c).text().length());
      }
    }
    line(table, widths, table.columns().stream().map(Column::header).toList(), out);
    StringBuilder rule = new StringBuilder();
    for (int width : widths) {
      rule.append(rule.isEmpty() ? "" : GAP).append("-".repeat(width));
    }
    out.append(rule).append('\n');
    for (List<Cell> row : table.rows()) {
      line(table, widths, row.stream().map(Cell::text).toList(), out);
    }
  }

  private static void line(Table table, int[] widths, List<String> texts, StringBuilder out) {
    StringBuilder line = new StringBuilder();
    for (int c = 0; c < widths.length; c++) {
      String padding = " ".repeat(widths[c] - texts.get(c).length());
      line.append(c == 0 ? "" : GAP);
      line.append(table.columns().get(c).right() ? padding + texts.get(c) : texts.get(c) + padding);
    }
    out.append(line.toString().stripTrailing()).append('\n');
  }
}
