package org.docduel.core.query;

import java.util.List;
import java.util.Optional;
import org.docduel.core.model.Path;

/**
 * A question about the documents of one collection.
 *
 * @param orderedBy leads to the value whose ascending order the answer has, or empty for any order
 * @param limit the most documents that are wanted; 0 for all
 */
public record Query(Predicate where, Optional<Path> orderedBy, int limit, Projection projection) {
  /** All documents. */
  public static final Predicate EVERY = new Predicate.AllOf(List.of());

  /**
   * Refuses a negative limit, and a count with a limit or an order.
   *
   * @throws IllegalArgumentException when there is one
   */
  public Query {
    if (limit < 0) {
      throw new IllegalArgumentException("a limit of " + limit);
    }
    if (projection instanceof Projection.CountAt && (limit > 0 || orderedBy.isPresent())) {
      throw new IllegalArgumentException("a count has neither order nor limit");
    }
  }

  /** The ids of all documents that fulfil a condition, in any order. */
  public static Query of(Predicate where) {
    return new Query(where, Optional.empty(), 0, Projection.IDS);
  }

  /** Something of every document of the collection, in any order. */
  public static Query ofEvery(Projection projection) {
    return new Query(EVERY, Optional.empty(), 0, projection);
  }
}
