package org.docduel.stats.report.page;

import java.util.List;
import org.docduel.stats.report.draw.Drawing;

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
   * @param whole whether the page shows all rows of a long table
   */
  record TableBlock(DataTable table, boolean folded, boolean whole) implements Block {
    /** A table of which the page shows the ends when it is long. */
    public TableBlock(DataTable table, boolean folded) {
      this(table, folded, false);
    }
  }

  /**
   * A picture with the table of its numbers. {@link Figures} makes them.
   *
   * @param name of its file, lower case words and hyphens
   * @param caption what it shows and how to read it
   * @param wide the drawing for laptops, paper and files
   * @param narrow the drawing for phones
   * @param numbers behind the picture
   */
  record Figure(String name, String caption, Drawing wide, Drawing narrow, DataTable numbers)
      implements Block {}

  /**
   * Texts of several lines side by side.
   *
   * @param groups of texts that are compared
   * @param table the same as a file
   */
  record Listings(List<ListingGroup> groups, DataTable table) implements Block {
    /** Copies the groups. */
    public Listings {
      groups = List.copyOf(groups);
    }
  }

  /**
   * Texts that are compared.
   *
   * @param heading what they are of
   * @param open whether the page shows them without being asked
   * @param anchors by which links find them
   * @param listings left to right
   */
  record ListingGroup(String heading, boolean open, List<String> anchors, List<Listing> listings) {
    /** Copies the lists. */
    public ListingGroup {
      anchors = List.copyOf(anchors);
      listings = List.copyOf(listings);
    }
  }

  /**
   * A text.
   *
   * @param title whose text it is
   * @param remark in a few words
   * @param emphasis of the remark
   * @param lines top to bottom
   */
  record Listing(String title, String remark, Emphasis emphasis, List<String> lines) {
    /** Copies the lines. */
    public Listing {
      lines = List.copyOf(lines);
    }
  }
}
