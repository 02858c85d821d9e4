package org.docduel.stats.report.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Columns of a table that fit side by side on a line. Words that are too long for their column go
 * on below.
 *
 * @param columns the headings
 * @param widths the widths of the columns
 * @param rows the cells, as people read them
 */
record TextBlock(List<Column> columns, List<Integer> widths, List<List<String>> rows) {
  private static final String GAP = "  ";
  private static final int NARROWEST = 12;

  /** The blocks of a table, each with the columns of words it begins with. */
  static List<TextBlock> of(Table table, int width) {
    int labels = 0;
    while (labels < table.columns().size() && !table.columns().get(labels).right()) {
      labels++;
    }
    List<Integer> widths = new ArrayList<>();
    for (int c = 0; c < table.columns().size(); c++) {
      widths.add(Math.min(width, natural(table, c)));
    }
    narrow(widths.subList(0, labels), width / 2);
    List<TextBlock> blocks = new ArrayList<>();
    List<Integer> chosen = range(0, labels);
    int used = used(chosen, widths);
    for (int c = labels; c < widths.size(); c++) {
      int more = GAP.length() + widths.get(c);
      if (used + more > width && chosen.size() > labels) {
        blocks.add(block(table, chosen, widths));
        chosen = range(0, labels);
        used = used(chosen, widths);
      }
      chosen.add(c);
      used += more;
    }
    blocks.add(block(table, chosen, widths));
    return blocks;
  }

  /** Takes from the widest until all fit, or none can be narrower. */
  private static void narrow(List<Integer> widths, int room) {
    while (widths.stream().mapToInt(width -> width + GAP.length()).sum() > room) {
      int widest = widths.indexOf(Collections.max(widths));
      if (widths.get(widest) <= NARROWEST) {
        return;
      }
      widths.set(widest, widths.get(widest) - 1);
    }
  }

  private static List<Integer> range(int from, int to) {
    List<Integer> places = new ArrayList<>();
    for (int i = from; i < to; i++) {
      places.add(i);
    }
    return places;
  }

  private static int used(List<Integer> chosen, List<Integer> widths) {
    return chosen.stream().mapToInt(c -> widths.get(c) + GAP.length()).sum() - GAP.length();
  }

  private static int natural(Table table, int column) {
    int natural = 0;
    for (String word : table.columns().get(column).header().split(" ", -1)) {
      natural = Math.max(natural, word.length());
    }
    for (List<Cell> row : table.rows()) {
      natural = Math.max(natural, row.get(column).text().length());
    }
    return natural;
  }

  private static TextBlock block(Table table, List<Integer> chosen, List<Integer> widths) {
    return new TextBlock(
        chosen.stream().map(table.columns()::get).toList(),
        chosen.stream().map(widths::get).toList(),
        table.rows().stream()
            .map(row -> chosen.stream().map(c -> row.get(c).text()).toList())
            .toList());
  }

  void print(StringBuilder out) {
    print(columns.stream().map(Column::header).toList(), out);
    out.append(String.join(GAP, widths.stream().map("-"::repeat).toList())).append('\n');
    rows.forEach(row -> print(row, out));
  }

  private void print(List<String> texts, StringBuilder out) {
    List<List<String>> cells = new ArrayList<>();
    int height = 1;
    for (int c = 0; c < texts.size(); c++) {
      cells.add(wrapped(texts.get(c), widths.get(c)));
      height = Math.max(height, cells.get(c).size());
    }
    for (int i = 0; i < height; i++) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < cells.size(); c++) {
        String text = i < cells.get(c).size() ? cells.get(c).get(i) : "";
        String padding = " ".repeat(widths.get(c) - text.length());
        line.append(c == 0 ? "" : GAP);
        line.append(columns.get(c).right() ? padding + text : text + padding);
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
  }

  /** A text in lines, broken after a space, a comma or a dot where there is one. */
  static List<String> wrapped(String text, int width) {
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
