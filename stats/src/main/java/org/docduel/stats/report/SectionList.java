package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.docduel.stats.BadInputException;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Page;

/** Collects sections. A section that fails becomes a sentence among the failures. */
final class SectionList {
  private final List<Page.Section> sections = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  /**
   * Adds a section where there is something to show.
   *
   * @param id its anchor
   * @param group the benchmark it belongs to; may be empty
   * @param title its heading
   * @param blocks makes its content
   */
  void add(String id, String group, String title, Supplier<List<Block>> blocks) {
    try {
      List<Block> made = blocks.get();
      if (!made.isEmpty()) {
        sections.add(new Page.Section(id, group, title, made));
      }
    } catch (BadInputException e) {
      throw e;
    } catch (RuntimeException e) {
      failures.add("The section %s could not be made: %s".formatted(id, e));
    }
  }

  /** Adds a sentence to the failures. */
  void failed(String sentence) {
    failures.add(sentence);
  }

  List<Page.Section> sections() {
    return sections;
  }

  List<String> failures() {
    return failures;
  }
}
