package org.docduel.stores.postgres.parameter;

/** How a batch of documents travels. */
public enum InsertPath {
  /** The way that docs/insert-paths.md argues for. */
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
