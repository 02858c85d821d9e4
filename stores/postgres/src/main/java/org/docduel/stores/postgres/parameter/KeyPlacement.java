package org.docduel.stores.postgres.parameter;

/** Where the field lies that finds a document. */
public enum KeyPlacement {
  /** Inside the document: an expression on the document finds it. */
  EXPRESSION,
  /** In a typed column beside the document, which holds it instead. */
  COLUMN
}
