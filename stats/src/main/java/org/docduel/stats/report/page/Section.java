package org.docduel.stats.report.page;

import java.util.List;

/**
 * A part of the report with a heading.
 *
 * @param id its anchor, lower case words and hyphens, unique in the report
 * @param group the study it belongs to; empty in a report of one study and for what concerns all
 * @param title its heading
 * @param blocks its content
 */
public record Section(String id, String group, String title, List<Block> blocks) {

  /** Copies the blocks. */
  public Section {
    blocks = List.copyOf(blocks);
  }
}
