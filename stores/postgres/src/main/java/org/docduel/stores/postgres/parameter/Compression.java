package org.docduel.stores.postgres.parameter;

/** What becomes of long values in columns: the attribute's storage and compression. */
public enum Compression {
  /** As the server is set ({@code default_toast_compression}). */
  SERVER(""),
  /** PostgreSQL's own method. */
  PGLZ(" COMPRESSION pglz"),
  /** LZ4, where the server was built with it. */
  LZ4(" COMPRESSION lz4"),
  /** Not compressed; long values lie outside the row as they are. PostgreSQL 16 or newer. */
  NONE(" STORAGE EXTERNAL");

  private final String clause;

  Compression(String clause) {
    this.clause = clause;
  }

  /**
   * What follows the type of a column of variable length in {@code CREATE TABLE}.
   *
   * @return the clause with a space before it, or nothing
   */
  public String clause() {
    return clause;
  }
}
