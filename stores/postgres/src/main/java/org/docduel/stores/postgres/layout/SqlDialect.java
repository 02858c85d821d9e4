package org.docduel.stores.postgres.layout;

import java.time.Instant;
import java.util.List;

/**
 * How a layout writes what a condition compares. Each form is the one that the layout's indexes are
 * on: with another one the planner could not use them.
 */
public interface SqlDialect {
  /**
   * A field's value.
   *
   * @param field a top-level field
   * @param kind what kind of values it has
   * @return an expression that an operator may follow
   */
  String value(String field, IndexedKind kind);

  /**
   * An instant to compare {@link #value} with.
   *
   * @param instant the instant
   * @return a literal
   */
  String literal(Instant instant);

  /**
   * That an instant lies in a half-open range.
   *
   * @param field a top-level field
   * @param from the first instant
   * @param until the first instant after the range
   * @return a condition
   */
  default String within(String field, Instant from, Instant until) {
    String instant = value(field, IndexedKind.TIMESTAMP);
    return instant + " >= " + literal(from) + " AND " + instant + " < " + literal(until);
  }

  /**
   * That a truth value is true.
   *
   * @param field a top-level field
   * @return a condition
   */
  String isTrue(String field);

  /**
   * That an array holds all of some texts.
   *
   * @param field a top-level field
   * @param elements the texts, at least one
   * @return a condition
   */
  String holdsAll(String field, List<String> elements);

  /**
   * That an array holds any of some texts.
   *
   * @param field a top-level field
   * @param elements the texts, at least one
   * @return a condition
   */
  String holdsAny(String field, List<String> elements);
}
