package org.docduel.stats.report;

import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.docduel.stats.table.Format;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;

/**
 * Renders a page from the templates beside this class, with the files that lie beside it: no
 * script, no font, no network.
 */
final class Html {
  /** The name of the page. */
  static final String PAGE = "report.html";

  private static final int LONG_TEXT = 40;
  private static final int LONGEST_TEXT = 400;
  private static final int LONGEST_NAME = 60;
  private static final int LONGEST_PATH = 150;

  /** A longer table shows this many of its first and of its last rows; its file has all. */
  private static final int ENDS = 20;

  /** A part of a section. */
  sealed interface Block {}

  /** A paragraph. */
  record Prose(String text) implements Block {}

  /** Something that must not be overlooked. */
  record Warning(String heading, List<String> points) implements Block {}

  /** Names and their values. */
  record Facts(String heading, List<Fact> entries) implements Block {}

  /** A name and its value; a value that others do not have is marked. */
  record Fact(String name, String value, boolean differs) {
    Fact(String name, String value) {
      this(name, value, false);
    }
  }

  /** A table, which is a file too. */
  record Shown(Table table, boolean whole) implements Block {
    /** A table of which the page shows the ends when it is long. */
    Shown(Table table) {
      this(table, false);
    }
  }

  /** Pictures with the table of their numbers, which is a file. */
  record Figure(String name, String caption, List<Svg> panels, Table numbers) implements Block {}

  /** Texts that are compared, with the anchors by which links find them. */
  record Listings(String heading, List<String> anchors, List<Listing> listings) implements Block {}

  /** A text, whose it is, and a remark in a few words. */
  record Listing(String heading, String remark, Table.Tone tone, String text) {}

  /** What the page shows only when asked. */
  record Fold(String heading, List<Block> blocks) implements Block {}

  /** A verdict in words, and the numbers behind it. */
  record Statement(String about, String sentence, String evidence, Table.Tone tone) {
    String css() {
      return tone.css();
    }
  }

  /** A part of the page with a heading; its group is the benchmark it is about, or empty. */
  record Section(String id, String group, String heading, List<Block> blocks) {}

  /** A whole page. */
  record Page(
      String title,
      List<Statement> lead,
      List<Block> opening,
      List<Section> sections,
      List<String> footer) {}

  private final Map<String, String> files = new LinkedHashMap<>();
  private final Set<String> anchors = new HashSet<>();
  private int figures;

  private Html() {}

  /** The page and the files beside it, path to content. */
  static Map<String, String> files(Page page) {
    Html html = new Html();
    Map<String, Object> view = html.view(page);
    Map<String, String> files = new LinkedHashMap<>();
    files.put(PAGE, html.rendered(view));
    files.putAll(html.files);
    return files;
  }

  private String rendered(Map<String, Object> view) {
    return Mustache.compiler()
        .withEscaper(Svg::escape)
        .defaultValue("")
        .emptyStringIsFalse(true)
        .withLoader(name -> new StringReader(resource(name + ".mustache")))
        .compile(resource("page.mustache"))
        .execute(view);
  }

  private Map<String, Object> view(Page page) {
    List<Map<String, Object>> opening = blocks(page.opening);
    List<Map<String, Object>> sections = new ArrayList<>();
    String group = "";
    for (Section section : page.sections) {
      Map<String, Object> view = new HashMap<>();
      view.put("id", anchor(section.id));
      view.put("group", section.group);
      view.put("heading", section.heading);
      view.put("blocks", blocks(section.blocks));
      view.put("starts", !section.group.equals(group));
      view.put("label", section.group.isEmpty() ? "Whole report" : section.group);
      group = section.group;
      sections.add(view);
    }
    return Map.of(
        "title",
        page.title,
        "style",
        Ink.styleSheet() + resource("report.css"),
        "lead",
        page.lead,
        "opening",
        opening,
        "sections",
        sections,
        "footer",
        page.footer);
  }

  private List<Map<String, Object>> blocks(List<Block> blocks) {
    return blocks.stream().map(this::block).toList();
  }

  // Every kind is there, or a block inside another would show what is around it.
  private Map<String, Object> block(Block block) {
    Map<String, Object> view = new HashMap<>();
    for (String kind : List.of("prose", "warning", "list", "table", "listings", "fold", "figure")) {
      view.put(kind, false);
    }
    if (block instanceof Prose prose) {
      view.put("prose", prose);
    } else if (block instanceof Warning warning) {
      view.put("warning", warning);
    } else if (block instanceof Facts facts) {
      view.put("list", facts);
    } else if (block instanceof Shown shown) {
      view.put("table", table(shown.table, shown.whole));
    } else if (block instanceof Listings listings) {
      view.put("listings", listings(listings));
    } else if (block instanceof Fold fold) {
      view.put("fold", Map.of("heading", fold.heading, "blocks", blocks(fold.blocks)));
    } else if (block instanceof Figure figure) {
      view.put("figure", figure(figure));
    }
    return view;
  }

  private Map<String, Object> figure(Figure figure) {
    String drawing = file("figures", figure.name, ".svg", Svg.file(figure.panels));
    Table numbers = figure.numbers.forPrograms();
    return Map.of(
        "id",
        anchor("figure-" + figure.name),
        "number",
        ++figures,
        "caption",
        figure.caption,
        "single",
        figure.panels.size() == 1,
        "panels",
        figure.panels.stream().map(Svg::inline).toList(),
        "svg",
        drawing,
        "csv",
        file("tables", numbers.name(), ".csv", Format.csv(numbers)));
  }

  private Map<String, Object> table(Table table, boolean whole) {
    Table shown = table.forPeople();
    Map<String, Object> view = new HashMap<>();
    view.put("anchor", anchor("table-" + table.name()));
    view.put("caption", table.title());
    view.put("csv", file("tables", table.name(), ".csv", Format.csv(table.withoutEmptyColumns())));
    view.put("columns", shown.columns());
    int count = shown.rows().size();
    boolean cut = !whole && count > 2 * ENDS + 10;
    view.put("first", rows(shown, 0, cut ? ENDS : count));
    view.put("last", rows(shown, cut ? count - ENDS : count, count));
    view.put("left", cut ? Numbers.count(count - 2L * ENDS) : false);
    view.put("width", shown.columns().size());
    return view;
  }

  private static List<Map<String, Object>> rows(Table table, int from, int to) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Table.Row row : table.rows().subList(from, to)) {
      List<Map<String, Object>> cells = new ArrayList<>();
      for (int i = 0; i < row.cells().size(); i++) {
        cells.add(cell(row.cells().get(i), table.columns().get(i)));
      }
      rows.add(
          Map.of(
              "summary",
              row.summary(),
              "head",
              cells.get(0),
              "cells",
              cells.subList(1, cells.size())));
    }
    return rows;
  }

  private static Map<String, Object> cell(Table.Cell cell, Table.Column column) {
    String kind = column.number() ? "n " : cell.shown().length() > LONG_TEXT ? "w " : "";
    return Map.of(
        "classes", (kind + cell.tone().css()).strip(),
        "anchor", cell.anchor(),
        "shown", shortened(cell.shown()));
  }

  /** A text that is no longer than a person reads; the files have it whole. */
  static String shortened(String text) {
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
  }

  private Map<String, Object> listings(Listings listings) {
    List<Map<String, Object>> texts = new ArrayList<>();
    for (Listing listing : listings.listings) {
      texts.add(
          Map.of(
              "heading", listing.heading,
              "remark", listing.remark,
              "classes", listing.tone.css(),
              "text", listing.text));
    }
    return Map.of(
        "heading",
        listings.heading,
        "anchors",
        listings.anchors.stream().map(this::anchor).toList(),
        "texts",
        texts);
  }

  /** Keeps a file beside the page; a name that is taken gets a number. */
  private String file(String folder, String name, String end, String content) {
    String base = safe(name, LONGEST_PATH);
    String path = folder + "/" + base + end;
    for (int i = 2; files.containsKey(path); i++) {
      path = folder + "/" + base + "-" + i + end;
    }
    files.put(path, content);
    return path;
  }

  private String anchor(String name) {
    String base = safe(name, LONGEST_PATH);
    String anchor = base;
    for (int i = 2; !anchors.add(anchor); i++) {
      anchor = base + "-" + i;
    }
    return anchor;
  }

  /** A name that is safe for files and anchors: lower case letters, digits and single hyphens. */
  static String fileName(String text) {
    return safe(text, LONGEST_NAME);
  }

  private static String safe(String text, int longest) {
    String start = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text;
    String name =
        start
            .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-+|-+$", "");
    String cut = name.length() > longest ? name.substring(0, longest).replaceAll("-+$", "") : name;
    return cut.isEmpty() ? "unnamed" : cut;
  }

  private static String resource(String name) {
    try (InputStream in = Html.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
