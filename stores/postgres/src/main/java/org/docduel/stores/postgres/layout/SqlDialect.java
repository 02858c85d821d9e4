package org.docduel.stores.postgres.layout;

import java.time.Instant;
import java.util.List;
import org.docduel.core.model.Path;

/**
 * How a layout writes what a condition compares. Each form is the one that the layout's indexes are
 * on: with another one the planner could not use them.
 */
public interface SqlDialect {
  /**
   * The value that a path leads to.
   *
   * @param path leads to it
   * @param kind what kind of values it has
   * @return an expression that an operator may follow
   */
  String value(Path path, IndexedKind kind);

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
   * @param path leads to it
   * @param from the first instant
   * @param until the first instant after the range
   * @return a condition
   */
  default String within(Path path, Instant from, Instant until) {
    String instant = value(path, IndexedKind.TIMESTAMP);
    return instant + " >= " + literal(from) + " AND " + instant + " < " + literal(until);
  }

  /**
   * That a truth value is true.
   *
   * @param path leads to it
   * @return a condition
   */
  String isTrue(Path path);

  /**
   * That an array holds all of some texts.
   *
   * @param path leads to it
   * @param elements the texts, at least one
   * @return a condition
   */
  String holdsAll(Path path, List<String> elements);

  /**
   * That an array of texts holds the one that is the statement's parameter.
   *
   * @param path leads to it
   * @return a condition with one {@code ?}
   */
  String holds(Path path);

  /**
   * That an array holds any of some texts.
   *
   * @param path leads to it
   * @param elements the texts, at least one
   * @return a condition
   */
  String holdsAny(Path path, List<String> elements);
}
