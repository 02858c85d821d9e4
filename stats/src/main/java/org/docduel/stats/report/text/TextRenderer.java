package org.docduel.stats.report.text;

import java.util.List;

/**
 * Aligned columns for a terminal of 100 columns: a wider table goes on in a second one below, with
 * the same labels.
 */
final class TextRenderer implements Renderer {
  private static final String GAP = "  ";
  private static final int WIDTH = 100;

  @Override
  public String render(Document document) {
    StringBuilder out = new StringBuilder();
    document.lead().forEach(line -> paragraph("", line, out));
    for (Table table : document.tables()) {
      separate(out);
      if (!table.title().isEmpty()) {
        paragraph("", table.title(), out);
      }
      table(table, out);
    }
    if (!document.notes().isEmpty()) {
      separate(out);
      document.notes().forEach(line -> paragraph("", line, out));
    }
    List<String> findings = FindingLines.of(document.findings());
    if (!findings.isEmpty()) {
      separate(out);
      out.append("Findings\n");
      findings.forEach(line -> paragraph(GAP, line, out));
    }
    return out.toString();
  }

  private static void separate(StringBuilder out) {
    if (!out.isEmpty()) {
      out.append('\n');
    }
  }

  private static void table(Table table, StringBuilder out) {
    List<TextBlock> blocks = TextBlock.of(table, WIDTH);
    for (int i = 0; i < blocks.size(); i++) {
      if (i > 0) {
        out.append('\n');
      }
      blocks.get(i).print(out);
    }
  }

  private static void paragraph(String indent, String text, StringBuilder out) {
    List<String> lines = TextBlock.wrapped(text, WIDTH - 2 * indent.length());
    for (int i = 0; i < lines.size(); i++) {
      out.append(i == 0 ? indent : indent + indent).append(lines.get(i)).append('\n');
    }
  }
}
