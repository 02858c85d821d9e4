package org.docduel.stats.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A whole report.
 *
 * @param title its name
 * @param lead the verdict, the first thing a reader reads
 * @param notes what the verdict rests on, under the lead
 * @param sections in the order shown
 * @param footer where it came from
 */
public record Page(
    String title,
    List<Verdict> lead,
    List<Block> notes,
    List<Section> sections,
    List<String> footer) {

  /** Copies the lists. */
  public Page {
    lead = List.copyOf(lead);
    notes = List.copyOf(notes);
    sections = List.copyOf(sections);
    footer = List.copyOf(footer);
  }

  /**
   * A verdict in words.
   *
   * @param about the study it is about; empty in a report of one study
   * @param sentence the verdict
   * @param evidence the numbers behind it, in one line
   * @param emphasis how it was decided
   */
  public record Verdict(
      String about, String sentence, String evidence, DataTable.Emphasis emphasis) {}

  List<Block> blocks() {
    List<Block> all = new ArrayList<>(notes);
    sections.forEach(section -> all.addAll(section.blocks()));
    return all;
  }

  /** The figures by the name of their files. */
  Map<String, Block.Figure> figures() {
    Map<String, Block.Figure> figures = new LinkedHashMap<>();
    for (Block block : blocks()) {
      if (block instanceof Block.Figure figure && figures.put(figure.name(), figure) != null) {
        throw new IllegalStateException("two figures are named " + figure.name());
      }
    }
    return figures;
  }

  /** The tables by the name of their files, those behind figures too. */
  Map<String, DataTable> tables() {
    Map<String, DataTable> tables = new LinkedHashMap<>();
    for (Block block : blocks()) {
      DataTable table = table(block);
      if (table != null) {
        DataTable other = tables.put(table.name(), table);
        if (other != null && !other.equals(table)) {
          throw new IllegalStateException("two tables are named " + table.name());
        }
      }
    }
    return tables;
  }

  private static @Nullable DataTable table(Block block) {
    if (block instanceof Block.Figure figure) {
      return figure.numbers();
    }
    if (block instanceof Block.Listings listings) {
      return listings.table();
    }
    return block instanceof Block.TableBlock shown ? shown.table() : null;
  }
}
