package org.docduel.stats.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.JsonTree;
import org.docduel.stats.jmh.Printable;
import org.jspecify.annotations.Nullable;

/**
 * The formats of the command line. CSV and JSON hold the same rows and fields; MARKDOWN is
 * GitHub-flavoured.
 */
public enum Format {
  TEXT,
  CSV,
  JSON,
  MARKDOWN;

  private static final CSVFormat RFC_4180_ON_UNIX =
      CSVFormat.DEFAULT.builder().setRecordSeparator('\n').build();

  public String render(Output output) {
    return switch (this) {
      case TEXT -> TextRenderer.render(output);
      case CSV -> programs(output).stream().map(Format::csv).collect(Collectors.joining("\n"));
      case JSON -> json(output);
      case MARKDOWN -> markdown(output);
    };
  }

  /** Tables of one name, which people read one by one, are one for programs. */
  private static Collection<Table> programs(Output output) {
    Map<String, Table> byName = new LinkedHashMap<>();
    output.tables.forEach(table -> byName.merge(table.name(), table, Table::and));
    return byName.values();
  }

  /** A table as RFC 4180 says, with line feeds; no spreadsheet computes any of its cells. */
  public static String csv(Table table) {
    Table data = table.forPrograms();
    StringBuilder out = new StringBuilder();
    try (CSVPrinter printer = RFC_4180_ON_UNIX.print(out)) {
      printer.printRecord(data.columns().stream().map(Table.Column::key));
      for (Table.Row row : data.rows()) {
        printer.printRecord(row.cells().stream().map(cell -> safe(cell.value())));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder takes everything
    }
    return out.toString();
  }

  private static @Nullable Object safe(@Nullable Object value) {
    return value instanceof String text ? Printable.cell(text) : value;
  }

  private static String json(Output output) {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("command", output.command);
    root.put("settings", output.settings);
    for (Table table : programs(output)) {
      Table data = table.forPrograms();
      root.put(data.name(), data.rows().stream().map(row -> fields(data, row)).toList());
    }
    root.put("notes", output.notes);
    root.put("findings", output.findings.stream().map(Format::fields).toList());
    return JsonTree.write(root) + "\n";
  }

  private static Map<String, @Nullable Object> fields(Table table, Table.Row row) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    for (int c = 0; c < row.cells().size(); c++) {
      fields.put(table.columns().get(c).key(), row.cells().get(c).value());
    }
    return fields;
  }

  private static Map<String, String> fields(Finding finding) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("kind", finding.kind().label());
    fields.put("subject", finding.subject());
    fields.put("message", finding.message());
    return fields;
  }

  private static String markdown(Output output) {
    StringBuilder out = new StringBuilder("## ").append(output.command).append("\n\n");
    paragraphs(output.lead, out);
    for (Table table : output.tables) {
      Table shown = table.forPeople();
      if (shown.columns().isEmpty()) {
        continue;
      }
      if (!shown.title().isEmpty()) {
        out.append("**").append(escaped(shown.title())).append("**\n\n");
      }
      line(shown.columns().stream().map(column -> escaped(column.heading())), out);
      line(shown.columns().stream().map(column -> column.number() ? "---:" : "---"), out);
      for (Table.Row row : shown.rows()) {
        line(row.cells().stream().map(cell -> escaped(cell.shown())), out);
      }
      out.append('\n');
    }
    paragraphs(output.notes, out);
    List<String> findings = output.findingLines();
    if (!findings.isEmpty()) {
      out.append("**Findings**\n\n");
      findings.forEach(line -> out.append("- ").append(escaped(line)).append('\n'));
      out.append('\n');
    }
    if (!output.outcome.isEmpty()) {
      out.append("**").append(escaped(output.outcome)).append("**\n");
    }
    return out.toString().stripTrailing() + "\n";
  }

  private static void paragraphs(List<String> lines, StringBuilder out) {
    lines.forEach(line -> out.append(escaped(line)).append("\n\n"));
  }

  private static void line(Stream<String> texts, StringBuilder out) {
    out.append(texts.collect(Collectors.joining(" | ", "| ", " |"))).append('\n');
  }

  private static String escaped(String text) {
    return text.replace("|", "\\|").replace("_", "\\_").replace("*", "\\*").replace("<", "&lt;");
  }

  /**
   * Aligned columns for a terminal of 100 columns. A wider table goes on in a second one below,
   * with the same labels; words that are too long for their column go on in the next line.
   */
  private static final class TextRenderer {
    private static final String GAP = "  ";
    private static final int WIDTH = 100;
    private static final int NARROWEST = 12;

    private TextRenderer() {}

    static String render(Output output) {
      List<List<String>> parts = new ArrayList<>();
      parts.add(paragraphs(output.lead));
      output.tables.forEach(table -> parts.add(table(table)));
      parts.add(paragraphs(output.notes));
      List<String> findings = new ArrayList<>();
      for (String finding : output.findingLines()) {
        List<String> lines = wrapped(finding, WIDTH - 2 * GAP.length());
        IntStream.range(0, lines.size())
            .forEach(i -> findings.add((i == 0 ? GAP : GAP + GAP) + lines.get(i)));
      }
      if (!findings.isEmpty()) {
        findings.add(0, "Findings");
      }
      parts.add(findings);
      parts.add(output.outcome.isEmpty() ? List.of() : wrapped(output.outcome, WIDTH));
      StringBuilder out = new StringBuilder();
      for (List<String> part : parts) {
        if (!part.isEmpty()) {
          out.append(out.isEmpty() ? "" : "\n").append(String.join("\n", part)).append('\n');
        }
      }
      return out.toString();
    }

    private static List<String> paragraphs(List<String> texts) {
      return texts.stream().flatMap(text -> wrapped(text, WIDTH).stream()).toList();
    }

    /** The lines of a table: as many blocks of columns as it takes, parted by empty lines. */
    static List<String> table(Table table) {
      Table shown = table.forPeople();
      if (shown.columns().isEmpty()) {
        return List.of();
      }
      List<Integer> widths = new ArrayList<>();
      IntStream.range(0, shown.columns().size())
          .forEach(c -> widths.add(Math.min(WIDTH, natural(shown, c))));
      int labels = 0;
      while (labels < widths.size() && !shown.columns().get(labels).number()) {
        labels++;
      }
      narrow(widths.subList(0, labels));
      List<String> lines = new ArrayList<>();
      if (!shown.title().isEmpty()) {
        lines.addAll(wrapped(shown.title(), WIDTH));
      }
      List<Integer> chosen = new ArrayList<>(IntStream.range(0, labels).boxed().toList());
      for (int c = labels; c < widths.size(); c++) {
        if (chosen.size() > labels && used(chosen, widths) + used(List.of(c), widths) > WIDTH) {
          block(shown, chosen, widths, lines);
          lines.add("");
          chosen.subList(labels, chosen.size()).clear();
        }
        chosen.add(c);
      }
      block(shown, chosen, widths, lines);
      return lines;
    }

    private static int natural(Table table, int column) {
      int natural = 0;
      for (String word : table.columns().get(column).heading().split(" ", -1)) {
        natural = Math.max(natural, word.length());
      }
      for (Table.Row row : table.rows()) {
        natural = Math.max(natural, row.cells().get(column).shown().length());
      }
      return natural;
    }

    /** Takes from the widest label until all fit into half of a line, or none can be narrower. */
    private static void narrow(List<Integer> widths) {
      while (widths.stream().mapToInt(width -> width + GAP.length()).sum() > WIDTH / 2) {
        int widest = widths.indexOf(Collections.max(widths));
        if (widths.get(widest) <= NARROWEST) {
          return;
        }
        widths.set(widest, widths.get(widest) - 1);
      }
    }

    private static int used(List<Integer> chosen, List<Integer> widths) {
      return chosen.stream().mapToInt(c -> widths.get(c) + GAP.length()).sum();
    }

    private static void block(
        Table table, List<Integer> chosen, List<Integer> widths, List<String> lines) {
      List<Table.Column> columns = chosen.stream().map(table.columns()::get).toList();
      List<Integer> chosenWidths = chosen.stream().map(widths::get).toList();
      print(columns.stream().map(Table.Column::heading).toList(), columns, chosenWidths, lines);
      lines.add(String.join(GAP, chosenWidths.stream().map("-"::repeat).toList()));
      for (Table.Row row : table.rows()) {
        List<String> texts = chosen.stream().map(c -> row.cells().get(c).shown()).toList();
        print(texts, columns, chosenWidths, lines);
      }
    }

    private static void print(
        List<String> texts, List<Table.Column> columns, List<Integer> widths, List<String> lines) {
      List<List<String>> cells =
          IntStream.range(0, texts.size())
              .mapToObj(c -> wrapped(texts.get(c), widths.get(c)))
              .toList();
      int height = cells.stream().mapToInt(List::size).max().orElse(0);
      for (int i = 0; i < height; i++) {
        StringBuilder line = new StringBuilder();
        for (int c = 0; c < cells.size(); c++) {
          String text = i < cells.get(c).size() ? cells.get(c).get(i) : "";
          String padding = " ".repeat(widths.get(c) - text.length());
          line.append(c == 0 ? "" : GAP)
              .append(columns.get(c).number() ? padding + text : text + padding);
        }
        lines.add(line.toString().stripTrailing());
      }
    }

    /** A text in lines, broken after a space, a comma or a dot where there is one. */
    private static List<String> wrapped(String text, int width) {
      List<String> lines = new ArrayList<>();
      String rest = text;
      while (rest.length() > width) {
        int end = rest.lastIndexOf(' ', width);
        if (end <= 0) {
          end = Math.max(rest.lastIndexOf(',', width - 1), rest.lastIndexOf('.', width - 1)) + 1;
        }
        end = end <= 0 ? width : end;
        lines.add(rest.substring(0, end).stripTrailing());
        rest = rest.substring(end).stripLeading();
      }
      lines.add(rest);
      return lines;
    }
  }
}
