package org.docduel.stores.postgres.parameter;

/** When a table that is read gets its indexes: it decides how full their pages are. */
public enum Indexing {
  /** Built when the rows are there. */
  AFTER,
  /** There first, as in the published runs; each row is entered into them as it comes. */
  BEFORE
}
