package org.docduel.core.query;

import java.util.Optional;

/**
 * The ids of the documents that fulfil a condition.
 *
 * @param where the condition
 * @param orderedBy the field whose ascending order the ids come in, or empty for any order
 * @param limit the most ids that are wanted; 0 for all
 */
public record Query(Predicate where, Optional<String> orderedBy, int limit) {
  /**
   * Refuses a negative limit.
   *
   * @throws IllegalArgumentException when it is
   */
  public Query {
    if (limit < 0) {
      throw new IllegalArgumentException("a limit of " + limit);
    }
  }

  /**
   * All documents that fulfil a condition, in any order.
   *
   * @param where the condition
   * @return the query
   */
  public static Query of(Predicate where) {
    return new Query(where, Optional.empty(), 0);
  }
}
