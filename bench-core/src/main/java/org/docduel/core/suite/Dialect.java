package org.docduel.core.suite;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A suite's questions in the words of one dialect.
 *
 * @param file for messages
 * @param queries by name, in the file's order
 * @param indexes the statements of each index set
 * @param phases what is done after the indexes were made, by the phase's name
 * @param unsupported names that cannot be expressed, with the reason
 */
public record Dialect(
    String name,
    String file,
    Map<String, NamedQuery> queries,
    Map<String, List<String>> indexes,
    Map<String, List<String>> phases,
    Map<String, String> unsupported) {
  /**
   * A question in one dialect.
   *
   * @param name the same in every dialect, such as {@code 7.14}
   * @param title the question in words; empty where the dialect's file has none
   * @param text what the store takes
   * @param line where it begins in its file, from 1
   */
  public record NamedQuery(String name, String title, String text, int line) {}

  /** Keeps the order of the maps. */
  public Dialect {
    queries = Suite.inOrder(queries);
    indexes = Map.copyOf(indexes);
    phases = Suite.inOrder(phases);
    unsupported = Map.copyOf(unsupported);
  }

  /** One of the queries, which the dialect has. */
  public NamedQuery query(String query) {
    return Objects.requireNonNull(queries.get(query), () -> file + " has no query " + query);
  }
}
