package org.docduel.stores.postgres.parameter;

/** Where a key is read that is often asked for. */
public enum ReadKeys {
  /** In the document. */
  NONE,
  /** In a stored column that the server generates from the document. */
  GENERATED
}
