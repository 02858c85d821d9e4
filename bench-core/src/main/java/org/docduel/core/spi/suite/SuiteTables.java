package org.docduel.core.spi.suite;

import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.docduel.core.spi.StoreException;

/** Tables of a suite in the server's own words, in a session of a suite's schema. */
public interface SuiteTables {
  /**
   * Runs the statements that make tables and their types, all or none.
   *
   * @throws StoreException when the server refuses one
   */
  void define(List<String> statements);

  /**
   * Loads rows into a table, in the server's own text form (PostgreSQL: COPY), all or none.
   *
   * @param table its name, as the catalog has it
   * @param rows in UTF-8
   * @return how many rows the server took
   * @throws StoreException when the server refuses one; the message says which
   */
  long load(String table, InputStream rows);

  /**
   * The number of rows, counted, and a digest of a sample of them, in one line. It stays the same
   * until a row changes.
   */
  String digest(String table);

  /** Bytes on disk by part. */
  Map<String, Long> sizes(String table);
}
