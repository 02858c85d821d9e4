package org.docduel.stats.report;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
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
import org.docduel.stats.report.Svg.Ink;
import org.docduel.stats.table.Format;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;

/**
 * Renders a page from the templates beside this class, with the files that lie beside it: no
 * script, no font, no network.
 */
final class Html {
  static final String PAGE = "report.html";

  private static final int LONG_TEXT = 40;
  private static final int LONGEST_TEXT = 400;
  private static final int LONGEST_NAME = 60;
  private static final int LONGEST_PATH = 150;

  /** A longer table shows this many of its first and of its last rows; its file has all. */
  private static final int ENDS = 20;

  sealed interface Block {}

  record Prose(String text) implements Block {}

  /** Something that must not be overlooked. */
  record Warning(String heading, List<String> points) implements Block {}

  /** A table, which is a file too; of a long one that is not whole the page shows the ends. */
  record Shown(Table table, boolean whole) implements Block {
    Shown(Table table) {
      this(table, false);
    }
  }

  /** Pictures with the table of their numbers, which is a file. */
  record Figure(String name, String caption, List<Svg> panels, Table numbers) implements Block {}

  /** Texts that are compared, with the anchors by which links find them. */
  record Listings(String heading, List<String> anchors, List<Listing> texts) implements Block {}

  /** A text, whose it is, and a remark in a few words. */
  record Listing(String heading, String remark, Table.Tone tone, String text) {}

  /** What the page shows only when asked. */
  record Fold(String heading, List<Block> blocks) implements Block {}

  /** A verdict in words, and the numbers behind it. */
  record Statement(String about, String sentence, String evidence, Table.Tone tone) {}

  /** A part of the page with a heading; its group is the benchmark it is about, or empty. */
  record Section(String id, String group, String heading, List<Block> blocks) {}

  record Page(
      String title,
      List<Statement> lead,
      List<Block> opening,
      List<Section> sections,
      List<String> footer) {}

  private final Mustache.Compiler compiler =
      Mustache.compiler()
          .withEscaper(Svg::escape)
          .defaultValue("")
          .emptyStringIsFalse(true)
          .withLoader(name -> new StringReader(resource(name + ".mustache")));
  private final Map<String, Template> templates = new HashMap<>();
  private final Map<String, String> files = new LinkedHashMap<>();
  private final Set<String> anchors = new HashSet<>();
  private int figures;

  private Html() {}

  /** The page and the files beside it, path to content. */
  static Map<String, String> files(Page page) {
    Html html = new Html();
    String rendered = html.page(page);
    Map<String, String> files = new LinkedHashMap<>();
    files.put(PAGE, rendered);
    files.putAll(html.files);
    return files;
  }

  private String rendered(String template, Object view) {
    return templates.computeIfAbsent(template, compiler::loadTemplate).execute(view);
  }

  private record SectionView(
      Section of, String id, List<String> blocks, boolean starts, String label) {}

  private record PageView(
      Page page, String style, List<String> opening, List<SectionView> sections) {}

  private String page(Page page) {
    List<String> opening = page.opening.stream().map(this::html).toList();
    List<SectionView> sections = new ArrayList<>();
    String group = "";
    for (Section section : page.sections) {
      List<String> blocks = new ArrayList<>();
      String id = anchor(section.id);
      section.blocks.forEach(block -> blocks.add(html(block)));
      boolean starts = !section.group.equals(group);
      String label = section.group.isEmpty() ? "Whole report" : section.group;
      sections.add(new SectionView(section, id, blocks, starts, label));
      group = section.group;
    }
    String style = Ink.styleSheet() + resource("report.css");
    return rendered("page", new PageView(page, style, opening, sections));
  }

  private String html(Block block) {
    if (block instanceof Shown shown) {
      return rendered("table", table(shown.table, shown.whole));
    }
    if (block instanceof Figure figure) {
      return rendered("figure", figure(figure));
    }
    if (block instanceof Listings listings) {
      List<String> places = listings.anchors.stream().map(this::anchor).toList();
      return rendered("listings", new Listings(listings.heading, places, listings.texts));
    }
    if (block instanceof Fold fold) {
      List<String> inside = fold.blocks.stream().map(this::html).toList();
      return rendered("fold", Map.of("heading", fold.heading, "blocks", inside));
    }
    return rendered(block instanceof Warning ? "warning" : "prose", block);
  }

  private Map<String, Object> figure(Figure figure) {
    return Map.of(
        "id", anchor("figure-" + figure.name),
        "number", ++figures,
        "caption", figure.caption,
        "single", figure.panels.size() == 1,
        "panels", figure.panels.stream().map(Svg::inline).toList(),
        "svg", file("figures", figure.name, ".svg", Svg.file(figure.panels)),
        "csv", csv(figure.numbers));
  }

  private Map<String, Object> table(Table table, boolean whole) {
    Table shown = table.forPeople();
    int count = shown.rows().size();
    boolean cut = !whole && count > 2 * ENDS + 10;
    return Map.of(
        "anchor", anchor("table-" + table.name()),
        "caption", table.title(),
        "csv", csv(table),
        "columns", shown.columns(),
        "first", rows(shown, 0, cut ? ENDS : count),
        "last", rows(shown, cut ? count - ENDS : count, count),
        "left", cut ? Numbers.count(count - 2L * ENDS) : "",
        "width", shown.columns().size());
  }

  private static List<Map<String, Object>> rows(Table table, int from, int to) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Table.Row row : table.rows().subList(from, to)) {
      List<Map<String, Object>> cells = new ArrayList<>();
      for (int i = 0; i < row.cells().size(); i++) {
        Table.Cell cell = row.cells().get(i);
        boolean number = table.columns().get(i).number();
        String kind = number ? "n " : cell.shown().length() > LONG_TEXT ? "w " : "";
        cells.add(
            Map.of(
                "classes", (kind + cell.tone().css()).strip(),
                "anchor", cell.anchor(),
                "shown", shortened(cell.shown())));
      }
      List<Map<String, Object>> others = cells.subList(1, cells.size());
      rows.add(Map.of("summary", row.summary(), "head", cells.get(0), "cells", others));
    }
    return rows;
  }

  /** A text that is no longer than a person reads; the files have it whole. */
  static String shortened(String text) {
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
  }

  private String csv(Table table) {
    return file("tables", table.name(), ".csv", Format.csv(table.withoutEmptyColumns()));
  }

  /** Keeps a file beside the page, the same one once; another one of its name gets a number. */
  private String file(String folder, String name, String end, String content) {
    String base = folder + "/" + safe(name, LONGEST_PATH);
    boolean same = content.equals(files.get(base + end));
    String path = same ? base + end : free(base, end, files.keySet());
    files.put(path, content);
    return path;
  }

  private String anchor(String name) {
    String anchor = free(safe(name, LONGEST_PATH), "", anchors);
    anchors.add(anchor);
    return anchor;
  }

  /** A name that is not taken: with a number where it was. */
  static String free(String base, String end, Set<String> taken) {
    String name = base + end;
    for (int i = 2; taken.contains(name); i++) {
      name = base + "-" + i + end;
    }
    return name;
  }

  /** A name that is safe for files and anchors: lower case letters, digits and single hyphens. */
  static String fileName(String text) {
    return safe(text, LONGEST_NAME);
  }

  private static String safe(String text, int longest) {
    String name =
        text.substring(0, Math.min(text.length(), LONGEST_TEXT))
            .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-+", "");
    String cut = name.substring(0, Math.min(name.length(), longest)).replaceAll("-+$", "");
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
