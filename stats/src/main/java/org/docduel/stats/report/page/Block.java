package org.docduel.stats.report.page;

import java.util.List;
import org.docduel.stats.report.chart.Chart;

/** A part of a section. */
public sealed interface Block {

  /**
   * A paragraph.
   *
   * @param text plain text
   */
  record Prose(String text) implements Block {}

  /**
   * Something that must not be overlooked.
   *
   * @param heading in a few words
   * @param points one or more sentences
   */
  record Warning(String heading, List<String> points) implements Block {

    /** Copies the points. */
    public Warning {
      points = List.copyOf(points);
    }
  }

  /**
   * Names and values.
   *
   * @param heading of the list; may be empty
   * @param entries in the order shown
   */
  record Facts(String heading, List<Fact> entries) implements Block {

    /** Copies the entries. */
    public Facts {
      entries = List.copyOf(entries);
    }
  }

  /** A name and its value. */
  record Fact(String name, String value) {}

  /**
   * A table on the page and as a file.
   *
   * @param table its content
   * @param folded whether the page shows it only when asked
   */
  record TableBlock(DataTable table, boolean folded) implements Block {}

  /**
   * A picture with the table of its numbers.
   *
   * @param name of its files, lower case words and hyphens
   * @param caption what it shows and how to read it
   * @param chart the picture
   * @param numbers behind the picture
   */
  record Figure(String name, String caption, Chart chart, DataTable numbers) implements Block {}
}
