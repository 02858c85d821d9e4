package org.docduel.core.files;

import java.util.Set;

/**
 * What the texts of a CSV file mean beyond themselves.
 *
 * @param nulls texts that stand for null, such as {@code \N}
 * @param json columns whose texts are objects and lists in JSON, by their names here
 */
record CsvTexts(Set<String> nulls, Set<String> json) {
  static final CsvTexts PLAIN = new CsvTexts(Set.of(), Set.of());

  CsvTexts {
    nulls = Set.copyOf(nulls);
    json = Set.copyOf(json);
  }
}
