package org.docduel.stats.report.page;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.docduel.stats.report.draw.Ink;
import org.docduel.stats.report.draw.Markup;
import org.docduel.stats.report.value.Display;

/**
 * Writes a {@link Page} as one HTML file that needs nothing else: no script, no font, no network.
 * The markup is in {@code page.mustache} and {@code block.mustache}.
 */
final class HtmlPage {
  private static final int LONG_TEXT = 40;

  /** A longer table shows this many of its first and of its last rows. */
  private static final int ENDS = 20;

  /** The size in characters from which on figures are linked instead of shown. */
  private static final int FULL = 2_200_000;

  private final Page page;
  private int size;
  private int figures;
  private int tables;
  private int captions;

  private HtmlPage(Page page) {
    this.page = page;
  }

  /** The page as HTML. */
  static String of(Page page) {
    Mustache.Compiler compiler =
        Mustache.compiler()
            .withEscaper(Markup::escape)
            .defaultValue("")
            .emptyStringIsFalse(true)
            .withLoader(name -> new StringReader(resource(name + ".mustache")));
    Template template = compiler.compile(resource("page.mustache"));
    return template.execute(new HtmlPage(page).view());
  }

  private Map<String, Object> view() {
    List<Map<String, Object>> contents = new ArrayList<>();
    List<Map<String, Object>> sections = new ArrayList<>();
    List<Map<String, Object>> opening = page.opening().stream().map(this::block).toList();
    String group = "";
    for (Page.Section section : page.sections()) {
      Map<String, Object> view = new HashMap<>();
      view.put("id", section.id());
      view.put("group", section.group());
      view.put("heading", section.title());
      view.put("blocks", section.blocks().stream().map(this::block).toList());
      boolean starts = !section.group().equals(group);
      view.put("starts", starts);
      view.put("label", section.group().isEmpty() ? "Whole report" : section.group());
      group = section.group();
      contents.add(view);
      sections.add(view);
    }
    return Map.of(
        "title",
        page.title(),
        "style",
        Ink.styleSheet() + resource("report.css"),
        "contents",
        contents,
        "lead",
        page.lead(),
        "opening",
        opening,
        "sections",
        sections,
        "footer",
        page.footer());
  }

  private Map<String, Object> block(Block block) {
    if (block instanceof Block.Prose prose) {
      return Map.of("prose", prose);
    }
    if (block instanceof Block.Warning warning) {
      return Map.of("warning", warning);
    }
    if (block instanceof Block.Facts facts) {
      return Map.of("list", facts);
    }
    if (block instanceof Block.TableBlock shown) {
      String number = shown.folded() ? "" : "Table " + ++tables + ".";
      Map<String, Object> view =
          table(shown.table(), number, shown.table().caption(), shown.whole());
      return Map.of(shown.folded() ? "folded" : "open", view);
    }
    if (block instanceof Block.Listings listings) {
      return Map.of("listings", listings(listings));
    }
    return Map.of("figure", figure((Block.Figure) block));
  }

  private Map<String, Object> figure(Block.Figure figure) {
    String wide = figure.wide().inline();
    String narrow = figure.narrow().inline();
    Map<String, Object> view = new HashMap<>();
    boolean fits = size + wide.length() + narrow.length() < FULL;
    size += fits ? wide.length() + narrow.length() : 0;
    view.put("id", figure.name());
    view.put("number", ++figures);
    view.put("caption", figure.caption());
    view.put("drawn", fits ? Map.of("wide", wide, "narrow", narrow) : false);
    view.put("numbers", table(figure.numbers(), "", "The numbers behind figure " + figures, false));
    return view;
  }

  private Map<String, Object> table(DataTable table, String number, String caption, boolean whole) {
    Map<String, Object> view = new HashMap<>();
    view.put("anchor", "caption-" + captions++);
    view.put("number", number);
    view.put("caption", caption);
    view.put("file", table.name());
    view.put("columns", table.columns());
    int count = table.rows().size();
    boolean cut = !whole && count > 2 * ENDS + 10;
    view.put("first", rows(table, 0, cut ? ENDS : count));
    view.put("last", rows(table, cut ? count - ENDS : count, count));
    view.put("left", cut ? Display.count(count - 2L * ENDS) : false);
    view.put("width", table.columns().size());
    return view;
  }

  private List<Map<String, Object>> rows(DataTable table, int from, int to) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (DataTable.Line line : table.rows().subList(from, to)) {
      List<Map<String, Object>> cells = new ArrayList<>();
      for (int i = 1; i < line.cells().size(); i++) {
        cells.add(cell(line.cells().get(i), table.columns().get(i)));
      }
      rows.add(
          Map.of(
              "summary",
              line.summary(),
              "head",
              cell(line.cells().get(0), table.columns().get(0)),
              "cells",
              cells));
    }
    return rows;
  }

  private Map<String, Object> cell(DataCell cell, DataTable.Heading column) {
    size += cell.shown().length() + 40;
    String kind = column.numeric() ? "n " : cell.shown().length() > LONG_TEXT ? "w " : "";
    return Map.of(
        "classes",
        (kind + cell.emphasis().cssClass()).strip(),
        "anchor",
        cell.anchor(),
        "shown",
        cell.shown());
  }

  private static Map<String, Object> listings(Block.Listings listings) {
    List<Map<String, Object>> groups = new ArrayList<>();
    for (Block.ListingGroup group : listings.groups()) {
      List<Map<String, Object>> texts = new ArrayList<>();
      for (Block.Listing listing : group.listings()) {
        texts.add(
            Map.of(
                "heading",
                listing.title(),
                "remark",
                listing.remark(),
                "classes",
                listing.emphasis().cssClass(),
                "plan",
                String.join("\n", listing.lines())));
      }
      groups.add(
          Map.of(
              "heading",
              group.heading(),
              "open",
              group.open(),
              "anchors",
              group.anchors(),
              "texts",
              texts));
    }
    return Map.of("groups", groups, "file", listings.table().name());
  }

  private static String resource(String name) {
    try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
