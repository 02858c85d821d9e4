package org.docduel.stats.report;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
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

  private static final int LONG_TEXT = 30;
  private static final int LONGEST_TEXT = 400;
  private static final int LONGEST_NAME = 60;
  private static final int LONGEST_PATH = 150;

  /** A longer table shows this many of its first and of its last rows; its file has all. */
  private static final int ENDS = 20;

  /** On a phone each row of a table with no more rows is a card. */
  private static final int MAX_CARDS = 12;

  /** A part of a page; the template of its kind has the kind's name. */
  sealed interface Block {
    /** What the template takes. */
    default Object view(Html page) {
      return this;
    }
  }

  record Prose(String text) implements Block {}

  /** Whether a verdict can be relied on, point by point. */
  record Trust(List<Mark> marks) implements Block {
    /** What speaks against a verdict. */
    Trust serious() {
      return new Trust(marks.stream().filter(Mark::isSerious).toList());
    }

    /** What does not. */
    Trust others() {
      return new Trust(marks.stream().filter(mark -> !mark.isSerious()).toList());
    }
  }

  /**
   * A point of trust.
   *
   * @param state a class of the style sheet: {@code yes}, {@code no} or {@code unknown}
   * @param remedy an option of the command line that mends it; empty where there is none
   * @param details sentences about it
   */
  record Mark(String state, String text, String remedy, List<String> details) {
    Mark(String state, String text, String remedy) {
      this(state, text, remedy, List.of());
    }

    boolean isSerious() {
      return state.equals("no");
    }

    /** The state for a reader. */
    String sign() {
      return switch (state) {
        case "yes" -> "✓";
        case "no" -> "!";
        default -> "?";
      };
    }
  }

  /** What to read with care; more points than a reader looks at are shown only when asked. */
  record Warning(List<String> points) implements Block {
    private static final int MAX_POINTS = 8;

    @Override
    public Object view(Html page) {
      int first = Math.min(MAX_POINTS, points.size());
      return Map.of(
          "first", points.subList(0, first),
          "many", points.size() > MAX_POINTS,
          "others", points.subList(first, points.size()));
    }
  }

  /** A table, which is a file too; of a long one that is not whole the page shows the ends. */
  record TableBlock(Table table, boolean complete) implements Block {
    TableBlock(Table table) {
      this(table, false);
    }

    @Override
    public Object view(Html page) {
      Table display = table.forPeople();
      int count = display.rows().size();
      boolean cut = !complete && count > 2 * ENDS + 10;
      return Map.of(
          "anchor", page.anchor("table-" + page.prefix + table.name()),
          "caption", table.title(),
          "csv", page.csv(table),
          "columns", display.columns(),
          "first", page.rows(display, 0, cut ? ENDS : count),
          "last", page.rows(display, cut ? count - ENDS : count, count),
          "left", cut ? Numbers.count(count - 2L * ENDS) : "",
          "width", display.columns().size(),
          "cards", count <= MAX_CARDS);
    }
  }

  /**
   * Pictures with the table of their numbers, which is a file.
   *
   * @param png the same picture for places that show no SVG
   */
  record Figure(String name, String caption, List<Svg> panels, Table numbers, Optional<byte[]> png)
      implements Block {
    Figure(String name, String caption, List<Svg> panels, Table numbers) {
      this(name, caption, panels, numbers, Optional.empty());
    }

    @Override
    public Object view(Html page) {
      return Map.of(
          "id", page.anchor("figure-" + page.prefix + name),
          "number", ++page.figures,
          "caption", caption,
          "single", panels.size() == 1,
          "panels", panels.stream().map(Svg::inline).toList(),
          "svg", page.file("figures", name, ".svg", bytes(Svg.file(panels))),
          "png", png.map(image -> page.file("figures", name, ".png", image)).orElse(""),
          "csv", page.csv(numbers));
    }
  }

  /** Texts that are compared, with the anchors by which links find them. */
  record Listings(String heading, List<String> anchors, List<Listing> texts) implements Block {
    @Override
    public Object view(Html page) {
      return new Listings(
          heading, anchors.stream().map(name -> page.anchor(page.prefix + name)).toList(), texts);
    }
  }

  /** A text, whose it is, and a remark in a few words. */
  record Listing(String heading, String remark, Table.Tone tone, String text) {}

  /** A verdict in words, and the numbers behind it. */
  record Statement(String about, String sentence, String evidence, Table.Tone tone) {}

  /**
   * A part of the page, or of another part, which shows it only when asked; what it is about, if
   * not all, begins the names of its files.
   */
  record Section(String id, String about, String heading, List<Block> blocks) implements Block {
    /** Where links find it. */
    String anchor() {
      return prefix(about) + id;
    }

    @Override
    public Object view(Html page) {
      String anchor = id.isEmpty() ? "" : page.anchor(anchor());
      return Map.of("id", anchor, "of", this, "html", page.html(about, blocks));
    }
  }

  /**
   * A page.
   *
   * @param measured sentences about the workload
   * @param example a document; empty where none is known, or may be shown
   */
  record Page(
      String title,
      List<String> measured,
      String example,
      List<Statement> lead,
      List<Section> opening,
      List<Section> sections,
      List<String> footer) {}

  private final Mustache.Compiler compiler =
      Mustache.compiler()
          .withEscaper(Svg::escape)
          .defaultValue("")
          .emptyStringIsFalse(true)
          .withLoader(name -> new StringReader(resource(name + ".mustache")));
  private final Map<String, Template> templates = new HashMap<>();
  private final Map<String, byte[]> files = new LinkedHashMap<>();
  private final Set<String> anchors = new HashSet<>();
  private String prefix = "";
  private int figures;

  private Html() {}

  /** The page and the files beside it, path to content. */
  static Map<String, byte[]> files(Page page) {
    Html html = new Html();
    List<Object> opening = page.opening.stream().map(part -> part.view(html)).toList();
    List<Object> sections = page.sections.stream().map(section -> section.view(html)).toList();
    String style = Ink.styleSheet() + resource("report.css");
    Map<String, Object> view =
        Map.of("page", page, "style", style, "opening", opening, "sections", sections);
    html.files.put(PAGE, bytes(html.rendered("page", view)));
    return html.files;
  }

  private static String prefix(String about) {
    return about.isEmpty() ? "" : fileName(about) + "-";
  }

  /** Blocks whose files begin with what they are about. */
  private List<String> html(String about, List<Block> blocks) {
    String outer = prefix;
    prefix = outer + prefix(about);
    List<String> rendered = blocks.stream().map(this::html).toList();
    prefix = outer;
    return rendered;
  }

  private String html(Block block) {
    return rendered(block.getClass().getSimpleName().toLowerCase(Locale.ROOT), block.view(this));
  }

  private String rendered(String template, Object view) {
    return templates.computeIfAbsent(template, compiler::loadTemplate).execute(view);
  }

  private List<Map<String, Object>> rows(Table table, int from, int to) {
    return table.rows().subList(from, to).stream()
        .map(row -> {
          List<Map<String, String>> cells =
              IntStream.range(0, row.size())
                  .mapToObj(i -> cell(row.get(i), table.columns().get(i)))
                  .toList();
          return Map.of("head", cells.get(0), "cells", cells.subList(1, cells.size()));
        })
        .toList();
  }

  private Map<String, String> cell(Table.Cell cell, Table.Column column) {
    boolean spread = cell.displayText().contains(" ± "); // which may stand below its number
    String parted = cell.displayText().replace(' ', '\u00a0').replace("\u00a0±", " ±");
    boolean longText = cell.displayText().length() > LONG_TEXT;
    boolean name = !longText && cell.displayText().indexOf(' ') < 0; // whole, not cut at a hyphen
    String kind = column.number() ? spread ? "n b " : "n " : longText ? "w " : name ? "k " : "";
    return Map.of(
        "label", column.heading(),
        "classes", (kind + cell.tone().css() + heat(cell)).strip(),
        "anchor", cell.anchor().isEmpty() ? "" : prefix + cell.anchor(),
        "shown", shortened(spread ? parted : cell.displayText()));
  }

  private static String heat(Table.Cell cell) {
    return cell.heat() == 0 ? "" : " h" + cell.heat();
  }

  /** A text that is no longer than a person reads; the files have it whole. */
  static String shortened(String text) {
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
  }

  private String csv(Table table) {
    return file("tables", table.name(), ".csv", bytes(Format.csv(table.withoutEmptyColumns())));
  }

  /** Keeps a file beside the page, the same one once; another one of its name gets a number. */
  private String file(String folder, String name, String end, byte[] content) {
    String base = folder + "/" + safe(prefix + name, LONGEST_PATH);
    boolean same = Arrays.equals(content, files.get(base + end));
    String path = same ? base + end : free(base, end, files.keySet());
    files.put(path, content);
    return path;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private String anchor(String name) {
    String anchor = free(safe(name, LONGEST_PATH), "", anchors);
    anchors.add(anchor);
    return anchor;
  }

  /** A name that is not taken: with a number where it was. */
  static String free(String base, String end, Set<String> used) {
    String name = base + end;
    for (int i = 2; used.contains(name); i++) {
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
