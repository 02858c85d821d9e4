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
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Column;
import org.jspecify.annotations.Nullable;

/**
 * The formats of the command line. CSV and JSON hold the same rows and fields, but that CSV puts an
 * apostrophe before what a spreadsheet would compute. CSV is one table: rows of several have the
 * name of theirs in a first column. MARKDOWN is GitHub-flavoured. TEXT is for a terminal of 100
 * columns: a wider table goes on in a second one below, with the same labels; words that are too
 * long for their column go on in the next line.
 */
public enum Format {
  TEXT,
  CSV,
  JSON,
  MARKDOWN;

  private static final CSVFormat RFC_4180_ON_UNIX =
      CSVFormat.DEFAULT.builder().setRecordSeparator('\n').build();
  private static final String GAP = "  ";
  private static final int WIDTH = 100;
  private static final int NARROWEST = 12;

  public String render(Output output) {
    return switch (this) {
      case TEXT -> joined(text(output));
      case CSV -> csv(Table.joined(programs(output)));
      case JSON -> json(output);
      case MARKDOWN -> joined(markdown(output));
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
      printer.printRecord(data.columns().stream().map(Column::key));
      for (List<Cell> row : data.rows()) {
        printer.printRecord(row.stream().map(cell -> safe(cell.value())));
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
      root.put(table.name(), records(table.forPrograms()));
    }
    root.put("notes", output.notes);
    root.put(
        "findings",
        records(
            new Table.Columns<Finding>()
                .text("kind", "", finding -> finding.kind().label())
                .text("subject", "", Finding::subject)
                .text("message", "", Finding::message)
                .table("findings", "", output.findings)));
    return JsonTree.write(root) + "\n";
  }

  private static List<Map<String, @Nullable Object>> records(Table table) {
    List<Map<String, @Nullable Object>> records = new ArrayList<>();
    for (List<Cell> row : table.rows()) {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      for (int c = 0; c < row.size(); c++) {
        fields.put(table.columns().get(c).key(), row.get(c).value());
      }
      records.add(fields);
    }
    return records;
  }

  /** The parts of a text, lines each, with an empty line between them. */
  private static String joined(List<List<String>> parts) {
    return parts.stream()
        .filter(part -> !part.isEmpty())
        .map(part -> String.join("\n", part) + "\n")
        .collect(Collectors.joining("\n"));
  }

  private static List<List<String>> markdown(Output output) {
    List<List<String>> parts = new ArrayList<>();
    parts.add(List.of("## " + output.command));
    output.lead.forEach(line -> parts.add(List.of(escaped(line))));
    for (Table table : output.tables) {
      Table display = table.forPeople();
      if (!display.columns().isEmpty()) {
        parts.add(bold(display.title()));
        List<String> lines = new ArrayList<>();
        lines.add(line(display.columns().stream().map(column -> escaped(column.heading()))));
        lines.add(line(display.columns().stream().map(column -> column.number() ? "---:" : "---")));
        display
            .rows()
            .forEach(row -> lines.add(line(row.stream().map(cell -> escaped(cell.displayText())))));
        parts.add(lines);
      }
    }
    output.notes.forEach(line -> parts.add(List.of(escaped(line))));
    List<String> findings = output.findingLines();
    parts.add(bold(findings.isEmpty() ? "" : "Findings"));
    parts.add(findings.stream().map(line -> "- " + escaped(line)).toList());
    parts.add(bold(output.outcome));
    return parts;
  }

  private static List<String> bold(String text) {
    return text.isEmpty() ? List.of() : List.of("**" + escaped(text) + "**");
  }

  private static String line(Stream<String> texts) {
    return texts.collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static String escaped(String text) {
    return text.replaceAll("[\\\\|_*`]", "\\\\$0").replace("<", "&lt;");
  }

  private static List<List<String>> text(Output output) {
    List<List<String>> parts = new ArrayList<>();
    parts.add(paragraphs(output.lead));
    output.tables.forEach(table -> parts.add(text(table.forPeople())));
    parts.add(paragraphs(output.notes));
    List<String> findings = new ArrayList<>();
    output.findingLines().forEach(line -> findings.add(indented(line)));
    if (!findings.isEmpty()) {
      findings.add(0, "Findings");
    }
    parts.add(findings);
    parts.add(paragraphs(output.outcome.isEmpty() ? List.of() : List.of(output.outcome)));
    return parts;
  }

  private static String indented(String text) {
    List<String> lines = wrapped(text, WIDTH - 2 * GAP.length());
    return GAP + String.join("\n" + GAP + GAP, lines);
  }

  private static List<String> paragraphs(List<String> texts) {
    return texts.stream().flatMap(text -> wrapped(text, WIDTH).stream()).toList();
  }

  /** The lines of a table: as many blocks of columns as it takes, parted by empty lines. */
  private static List<String> text(Table table) {
    int count = table.columns().size();
    List<Integer> widths =
        new ArrayList<>(IntStream.range(0, count).mapToObj(c -> natural(table, c)).toList());
    int labels = 0;
    while (labels < count && !table.columns().get(labels).number()) {
      labels++;
    }
    narrow(widths.subList(0, labels), Math.min(WIDTH / 2, WIDTH - upToText(table, labels, widths)));
    List<String> lines = new ArrayList<>();
    if (!table.title().isEmpty() && count > 0) {
      lines.addAll(wrapped(table.title(), WIDTH));
    }
    List<Integer> chosen = new ArrayList<>(IntStream.range(0, labels).boxed().toList());
    for (int c = labels; c < count; c++) {
      int used = chosen.stream().mapToInt(widths::get).sum() + GAP.length() * chosen.size();
      int available = WIDTH - GAP.length() - used;
      if (!table.columns().get(c).number() && widths.get(c) > available && available >= NARROWEST) {
        widths.set(c, available); // words wrap, and stay beside the numbers that they are about
      }
      if (chosen.size() > labels && widths.get(c) > available) {
        block(table, chosen, widths, lines);
        lines.add("");
        chosen.subList(labels, chosen.size()).clear();
      }
      chosen.add(c);
    }
    if (count > 0) {
      block(table, chosen, widths, lines);
    }
    return lines;
  }

  /** What the longest cell and the longest word of the heading take. */
  private static int natural(Table table, int column) {
    Stream<String> heading = Stream.of(table.columns().get(column).heading().split(" ", -1));
    Stream<String> cells = table.rows().stream().map(row -> row.get(column).displayText());
    return Math.min(WIDTH, Stream.concat(heading, cells).mapToInt(String::length).max().orElse(0));
  }

  /** What the numbers take with the words about them, such as an interval with its verdict. */
  private static int upToText(Table table, int labels, List<Integer> widths) {
    int used = 0;
    for (int c = labels; c < widths.size(); c++) {
      boolean text = !table.columns().get(c).number();
      used += (text ? Math.min(NARROWEST, widths.get(c)) : widths.get(c)) + GAP.length();
      if (text) {
        return used;
      }
    }
    return 0;
  }

  /** Takes from the widest label until all fit, or none can be narrower. */
  private static void narrow(List<Integer> widths, int limit) {
    while (widths.stream().mapToInt(width -> width + GAP.length()).sum() > limit) {
      int widest = widths.indexOf(Collections.max(widths));
      if (widths.get(widest) <= NARROWEST) {
        return;
      }
      widths.set(widest, widths.get(widest) - 1);
    }
  }

  private static void block(
      Table table, List<Integer> chosen, List<Integer> widths, List<String> lines) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(table.columns().stream().map(Column::heading).toList());
    rows.add(widths.stream().map("-"::repeat).toList());
    table.rows().forEach(row -> rows.add(row.stream().map(Cell::displayText).toList()));
    for (List<String> row : rows) {
      List<List<String>> cells =
          chosen.stream().map(c -> wrapped(row.get(c), widths.get(c))).toList();
      int height = cells.stream().mapToInt(List::size).max().orElse(0);
      for (int i = 0; i < height; i++) {
        StringBuilder line = new StringBuilder();
        for (int k = 0; k < cells.size(); k++) {
          int c = chosen.get(k);
          String text = i < cells.get(k).size() ? cells.get(k).get(i) : "";
          String padding = " ".repeat(widths.get(c) - text.length());
          boolean number = table.columns().get(c).number();
          line.append(k == 0 ? "" : GAP).append(number ? padding + text : text + padding);
        }
        lines.add(line.toString().stripTrailing());
      }
    }
  }

  /** A text in lines, broken after a space, a comma or a dot where there is one. */
  private static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    String remaining = text;
    while (remaining.length() > width) {
      int end = remaining.lastIndexOf(' ', width);
      if (end <= 0) {
        end =
            Math.max(remaining.lastIndexOf(',', width - 1), remaining.lastIndexOf('.', width - 1))
                + 1;
      }
      end = end <= 0 ? width : end;
      lines.add(remaining.substring(0, end).stripTrailing());
      remaining = remaining.substring(end).stripLeading();
    }
    lines.add(remaining);
    return lines;
  }
}
