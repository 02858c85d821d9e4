package org.docduel.stats.report.page;

import static org.docduel.stats.report.draw.Markup.escape;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.docduel.stats.report.chart.Chart;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.page.DataTable.Emphasis;

/** Writes a {@link Page} as one HTML file that needs nothing else: no script, no font, no network. */
final class HtmlPage {

  private final Page page;
  private final boolean pictures;
  private final StringBuilder html = new StringBuilder(1 << 16);
  private int figures;
  private int tables;

  private HtmlPage(Page page, boolean pictures) {
    this.page = page;
    this.pictures = pictures;
  }

  /**
   * The page as HTML.
   *
   * @param page what to write
   * @param pictures whether PNG files lie beside the page
   */
  static String of(Page page, boolean pictures) {
    HtmlPage writer = new HtmlPage(page, pictures);
    writer.write();
    return writer.html.toString();
  }

  private void write() {
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<meta name=\"generator\" content=\"DocDuel\">\n")
        .append("<link rel=\"icon\" href=\"data:,\">\n");
    element("title", page.title());
    html.append("<style>\n").append(Ink.styleSheet()).append(styleSheet()).append("</style>\n");
    html.append("</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the verdict</a>\n");
    contents();
    html.append("<main id=\"main\">\n<header>\n");
    element("h1", page.title());
    for (Page.Verdict verdict : page.lead()) {
      html.append("<div class=\"verdict ").append(verdict.emphasis().cssClass()).append("\">\n");
      html.append("<p class=\"sentence\">").append(escape(verdict.sentence())).append("</p>\n");
      html.append("<p class=\"evidence\">").append(escape(verdict.evidence())).append("</p>\n");
      html.append("</div>\n");
    }
    page.notes().forEach(this::block);
    html.append("</header>\n");
    for (Section section : page.sections()) {
      html.append("<section id=\"").append(escape(section.id())).append("\">\n");
      element("h2", section.title());
      section.blocks().forEach(this::block);
      html.append("</section>\n");
    }
    html.append("<footer>\n");
    page.footer().forEach(line -> element("p", line));
    html.append("</footer>\n</main>\n</body>\n</html>\n");
  }

  private void contents() {
    html.append("<nav aria-label=\"Contents\">\n<ol>\n");
    for (Section section : page.sections()) {
      html.append("<li><a href=\"#").append(escape(section.id())).append("\">");
      html.append(escape(section.title())).append("</a></li>\n");
    }
    html.append("</ol>\n</nav>\n");
  }

  private void block(Block block) {
    if (block instanceof Block.Prose prose) {
      element("p", prose.text());
    } else if (block instanceof Block.Warning warning) {
      html.append("<aside class=\"warning\">\n");
      element("h3", warning.heading());
      html.append("<ul>\n");
      warning.points().forEach(point -> element("li", point));
      html.append("</ul>\n</aside>\n");
    } else if (block instanceof Block.Facts facts) {
      facts(facts);
    } else if (block instanceof Block.TableBlock table) {
      tables++;
      if (table.folded()) {
        folded(table.table(), table.table().caption());
      } else {
        table(table.table(), "<b>Table %d.</b> ".formatted(tables));
      }
      files("tables/" + table.table().name() + ".csv");
    } else if (block instanceof Block.Figure figure) {
      figure(figure);
    }
  }

  private void facts(Block.Facts facts) {
    if (!facts.heading().isEmpty()) {
      element("h3", facts.heading());
    }
    html.append("<dl>\n");
    for (Block.Fact fact : facts.entries()) {
      html.append("<div><dt>").append(escape(fact.name())).append("</dt><dd>");
      html.append(escape(fact.value())).append("</dd></div>\n");
    }
    html.append("</dl>\n");
  }

  private void figure(Block.Figure figure) {
    figures++;
    html.append("<figure id=\"").append(escape(figure.name())).append("\">\n");
    html.append("<figcaption><b>Figure ").append(figures).append(".</b> ");
    html.append(escape(figure.caption())).append("</figcaption>\n");
    html.append("<div class=\"wide\">");
    html.append(figure.chart().draw(Chart.WIDE).inline());
    html.append("</div>\n<div class=\"narrow\">");
    html.append(figure.chart().draw(Chart.NARROW).inline());
    html.append("</div>\n");
    folded(figure.numbers(), "The numbers behind figure " + figures);
    String path = "figures/" + figure.name();
    String csv = "tables/" + figure.numbers().name() + ".csv";
    if (pictures) {
      files(path + ".svg", path + ".png", csv);
    } else {
      files(path + ".svg", csv);
    }
    html.append("</figure>\n");
  }

  private void folded(DataTable table, String summary) {
    html.append("<details><summary>").append(escape(summary)).append("</summary>\n");
    table(table, "");
    html.append("</details>\n");
  }

  private void files(String... paths) {
    html.append("<p class=\"files\">");
    for (String path : paths) {
      String kind = path.substring(path.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT);
      html.append("<a href=\"").append(escape(path)).append("\">").append(kind).append("</a> ");
    }
    html.append("</p>\n");
  }

  private void table(DataTable table, String number) {
    html.append("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"");
    html.append(escape(table.caption())).append("\">\n<table>\n<caption>").append(number);
    html.append(escape(table.caption())).append("</caption>\n<thead><tr>");
    for (Column column : table.columns()) {
      html.append(column.numeric() ? "<th scope=\"col\" class=\"n\">" : "<th scope=\"col\">");
      html.append(escape(column.heading())).append("</th>");
    }
    html.append("</tr></thead>\n<tbody>\n");
    for (DataTable.Row row : table.rows()) {
      html.append(row.summary() ? "<tr class=\"summary\">" : "<tr>");
      for (int i = 0; i < row.cells().size(); i++) {
        cell(row.cells().get(i), table.columns().get(i), i == 0);
      }
      html.append("</tr>\n");
    }
    html.append("</tbody>\n</table>\n</div>\n");
  }

  private void cell(Cell cell, Column column, boolean first) {
    String tag = first ? "th scope=\"row\"" : "td";
    String classes = (column.numeric() ? "n " : "") + cell.emphasis().cssClass();
    html.append('<').append(tag);
    if (column.numeric() || cell.emphasis() != Emphasis.NONE) {
      html.append(" class=\"").append(classes.strip()).append('"');
    }
    html.append('>').append(escape(cell.shown())).append(first ? "</th>" : "</td>");
  }

  private void element(String tag, String text) {
    html.append('<').append(tag).append('>').append(escape(text));
    html.append("</").append(tag).append(">\n");
  }

  private static String styleSheet() {
    try (InputStream in = HtmlPage.class.getResourceAsStream("report.css")) {
      if (in == null) {
        throw new IllegalStateException("report.css is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
