package org.docduel.core.query;

import org.docduel.core.model.Path;

/** What a query gives of the documents that it finds. */
public sealed interface Projection {
  /** Their ids. */
  Projection IDS = new Ids();

  /** Their ids. */
  record Ids() implements Projection {}

  /**
   * The value at a path, one for each document; {@link org.docduel.core.model.Value.NullValue}
   * where the path leads nowhere.
   */
  record ValueAt(Path path, boolean asText) implements Projection {}

  /** In how many of them a path leads to a value other than null: one whole number in all. */
  record CountAt(Path path) implements Projection {}
}
