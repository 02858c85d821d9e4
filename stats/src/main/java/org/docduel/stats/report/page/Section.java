package org.docduel.stats.report.page;

import java.util.List;

/**
 * A part of the report with a heading.
 *
 * @param id its anchor, lower case words and hyphens, unique in the report
 * @param title its heading
 * @param blocks its content
 */
public record Section(String id, String title, List<Block> blocks) {

  /** Copies the blocks. */
  public Section {
    blocks = List.copyOf(blocks);
  }
}
