package org.docduel.core.suite;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A suite's questions in the words of one dialect.
 *
 * @param name such as the file's name without its ending
 * @param file the file, for messages
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
  private static final String SQL = ".sql";
  private static final String JSON = ".json";

  /** Keeps the order of the maps. */
  public Dialect {
    queries = Collections.unmodifiableMap(new LinkedHashMap<>(queries));
    indexes = Map.copyOf(indexes);
    phases = Collections.unmodifiableMap(new LinkedHashMap<>(phases));
    unsupported = Map.copyOf(unsupported);
  }

  /**
   * One of the queries.
   *
   * @param query its name
   * @return the query
   * @throws IllegalArgumentException when there is none of this name
   */
  public NamedQuery query(String query) {
    NamedQuery found = queries.get(query);
    if (found == null) {
      throw new IllegalArgumentException(file + " has no query " + query);
    }
    return found;
  }

  /**
   * Reads a dialect's file, {@code NAME.sql} or {@code NAME.json}.
   *
   * @param writes whether questions may do more than read
   * @throws org.docduel.core.config.BadInputException with file and line when it is missing or
   *     wrong
   */
  static Dialect read(SuiteFolder folder, String name, boolean writes) {
    return folder.has(name + JSON)
        ? new JsonQueries(folder, name, name + JSON, writes).read()
        : new SqlBlocks(folder, name, name + SQL, writes).read();
  }
}
