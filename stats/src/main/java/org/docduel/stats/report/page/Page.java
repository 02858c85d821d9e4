package org.docduel.stats.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A whole report. Names of figures, tables and sections that meet get numbers.
 *
 * @param title its name
 * @param lead the verdicts, the first thing a reader reads
 * @param opening what follows them before the first section: rankings, facts and warnings
 * @param sections in the order shown
 * @param footer where it came from
 */
public record Page(
    String title,
    List<Statement> lead,
    List<Block> opening,
    List<Section> sections,
    List<String> footer) {

  /** Copies the lists and makes all names unique. */
  public Page {
    lead = List.copyOf(lead);
    footer = List.copyOf(footer);
    FileName.Register ids = new FileName.Register();
    FileName.Register files = new FileName.Register();
    FileName.Register tables = new FileName.Register();
    List<Block> first = new ArrayList<>();
    for (Block block : opening) {
      first.add(unique(block, files, tables));
    }
    opening = List.copyOf(first);
    List<Section> named = new ArrayList<>();
    for (Section section : sections) {
      List<Block> blocks = new ArrayList<>();
      section.blocks().forEach(block -> blocks.add(unique(block, files, tables)));
      named.add(new Section(ids.unique(section.id()), section.group(), section.title(), blocks));
    }
    sections = List.copyOf(named);
  }

  /**
   * A verdict in words.
   *
   * @param about what it is about; empty where that is clear
   * @param sentence the verdict
   * @param evidence the numbers behind it, in one line
   * @param emphasis how it was decided
   */
  public record Statement(String about, String sentence, String evidence, Emphasis emphasis) {}

  /**
   * A part of the report with a heading.
   *
   * @param id its anchor, lower case words and hyphens
   * @param group the benchmark it belongs to; empty for what concerns all
   * @param title its heading
   * @param blocks its content
   */
  public record Section(String id, String group, String title, List<Block> blocks) {
    /** Copies the blocks. */
    public Section {
      blocks = List.copyOf(blocks);
    }
  }

  List<Block> blocks() {
    return Stream.concat(
            opening.stream(), sections.stream().flatMap(section -> section.blocks().stream()))
        .toList();
  }

  List<Block.Figure> figures() {
    return blocks().stream()
        .filter(Block.Figure.class::isInstance)
        .map(Block.Figure.class::cast)
        .toList();
  }

  /** All tables, those behind figures too. */
  List<DataTable> tables() {
    return blocks().stream().flatMap(block -> tables(block).stream()).toList();
  }

  private static List<DataTable> tables(Block block) {
    if (block instanceof Block.Figure figure) {
      return List.of(figure.numbers());
    }
    if (block instanceof Block.Listings listings) {
      return List.of(listings.table());
    }
    return block instanceof Block.TableBlock shown ? List.of(shown.table()) : List.of();
  }

  private static Block unique(Block block, FileName.Register files, FileName.Register tables) {
    if (block instanceof Block.Figure figure) {
      return new Block.Figure(
          files.unique(figure.name()),
          figure.caption(),
          figure.wide(),
          figure.narrow(),
          unique(figure.numbers(), tables));
    }
    if (block instanceof Block.Listings listings) {
      return new Block.Listings(listings.groups(), unique(listings.table(), tables));
    }
    return block instanceof Block.TableBlock shown
        ? new Block.TableBlock(unique(shown.table(), tables), shown.folded(), shown.whole())
        : block;
  }

  private static DataTable unique(DataTable table, FileName.Register tables) {
    return table.withName(tables.unique(table.name()));
  }
}
