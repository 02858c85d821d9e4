package org.docduel.stats.report.page;

import static org.docduel.stats.report.draw.Markup.escape;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.docduel.stats.report.chart.Chart;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.value.Shown;

/**
 * Writes a {@link Page} as one HTML file that needs nothing else: no script, no font, no network.
 */
final class HtmlPage {

  private static final int LONG_TEXT = 40;
  private static final int MOST_ROWS = 2000;

  private final Page page;
  private final boolean pictures;
  private final StringBuilder html = new StringBuilder(1 << 16);
  private final Set<String> shownTables = new HashSet<>();
  private int figures;
  private int tables;
  private int captions;

  private HtmlPage(Page page, boolean pictures) {
    this.page = page;
    this.pictures = pictures;
    for (Block block : page.blocks()) {
      if (block instanceof Block.TableBlock table) {
        shownTables.add(table.table().name());
      }
    }
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
      if (!verdict.about().isEmpty()) {
        html.append("<p class=\"about\">").append(escape(verdict.about())).append("</p>\n");
      }
      html.append("<p class=\"sentence\">").append(escape(verdict.sentence())).append("</p>\n");
      html.append("<p class=\"evidence\">").append(escape(verdict.evidence())).append("</p>\n");
      html.append("</div>\n");
    }
    page.notes().forEach(this::block);
    html.append("</header>\n");
    for (Section section : page.sections()) {
      html.append("<section id=\"").append(escape(section.id())).append("\">\n");
      if (!section.group().isEmpty()) {
        html.append("<p class=\"about\">").append(escape(section.group())).append("</p>\n");
      }
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
    String group = "";
    for (Section section : page.sections()) {
      if (!section.group().equals(group)) {
        group = section.group();
        String label = group.isEmpty() ? "Whole report" : group;
        html.append("<li class=\"group\">").append(escape(label)).append("</li>\n");
      }
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
      if (table.folded()) {
        folded(table.table(), table.table().caption());
      } else {
        tables++;
        table(table.table(), "<b>Table %d.</b> ".formatted(tables));
      }
      files("tables/" + table.table().name() + ".csv");
    } else if (block instanceof Block.Listings listings) {
      html.append(ListingMarkup.of(listings));
      files("tables/" + listings.table().name() + ".csv");
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
    html.append("<figure id=\"figure-").append(escape(figure.name())).append("\">\n");
    html.append("<figcaption><b>Figure ").append(figures).append(".</b> ");
    html.append(escape(figure.caption())).append("</figcaption>\n");
    html.append("<div class=\"wide\">");
    html.append(figure.chart().draw(Chart.WIDE).inline());
    html.append("</div>\n<div class=\"narrow\">");
    html.append(figure.chart().draw(Chart.NARROW).inline());
    html.append("</div>\n");
    if (!shownTables.contains(figure.numbers().name())) {
      folded(figure.numbers(), "The numbers behind figure " + figures);
    }
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
    if (table.rows().size() > MOST_ROWS) {
      element(
          "p",
          summary
              + ": "
              + Shown.count(table.rows().size())
              + " rows in tables/"
              + table.name()
              + ".csv");
      return;
    }
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
    String caption = "caption-" + captions++;
    html.append("<p class=\"caption\" id=\"").append(caption).append("\">").append(number);
    html.append(escape(table.caption())).append("</p>\n");
    html.append("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"");
    html.append(caption).append("\">\n<table aria-labelledby=\"").append(caption);
    html.append("\">\n<thead><tr>");
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
    String kind = column.numeric() ? "n " : cell.shown().length() > LONG_TEXT ? "w " : "";
    String classes = kind + cell.emphasis().cssClass();
    html.append('<').append(tag);
    if (!classes.isEmpty()) {
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
