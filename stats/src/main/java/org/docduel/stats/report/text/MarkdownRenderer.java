package org.docduel.stats.report.text;

import java.util.List;
import java.util.stream.Collectors;

/** GitHub-flavoured Markdown. */
final class MarkdownRenderer implements Renderer {

  @Override
  public String render(Document document) {
    StringBuilder out = new StringBuilder();
    out.append("## ").append(document.name()).append("\n\n");
    paragraphs(document.lead(), out);
    for (Table table : document.tables()) {
      if (!table.title().isEmpty()) {
        out.append("**").append(escaped(table.title())).append("**\n\n");
      }
      table(table, out);
    }
    paragraphs(document.notes(), out);
    List<String> findings = FindingLines.of(document.findings());
    if (!findings.isEmpty()) {
      out.append("**Findings**\n\n");
      findings.forEach(line -> out.append("- ").append(escaped(line)).append('\n'));
      out.append('\n');
    }
    return out.toString().stripTrailing() + "\n";
  }

  private static void paragraphs(List<String> lines, StringBuilder out) {
    lines.forEach(line -> out.append(escaped(line)).append("\n\n"));
  }

  private static void table(Table table, StringBuilder out) {
    line(table.columns().stream().map(Column::header).toList(), out);
    line(table.columns().stream().map(column -> column.right() ? "---:" : "---").toList(), out);
    for (List<Cell> row : table.rows()) {
      line(row.stream().map(cell -> escaped(cell.text())).toList(), out);
    }
    out.append('\n');
  }

  private static void line(List<String> texts, StringBuilder out) {
    out.append(texts.stream().collect(Collectors.joining(" | ", "| ", " |"))).append('\n');
  }

  private static String escaped(String text) {
    return text.replace("|", "\\|").replace("_", "\\_").replace("*", "\\*").replace("<", "&lt;");
  }
}
