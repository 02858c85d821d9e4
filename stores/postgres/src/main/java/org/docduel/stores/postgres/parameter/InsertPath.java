package org.docduel.stores.postgres.parameter;

/** How a batch of documents travels. */
public enum InsertPath {
  /** One document by {@link #VALUES}, more by {@link #COPY}: docs/insert-paths.md says why. */
  DEFAULT,
  /** One INSERT statement with a row of placeholders for each document. */
  VALUES,
  /**
   * A JDBC batch that the driver rewrites to multi-row statements ({@code reWriteBatchedInserts}).
   */
  REWRITE,
  /** COPY FROM STDIN, one for each batch. */
  COPY
}
