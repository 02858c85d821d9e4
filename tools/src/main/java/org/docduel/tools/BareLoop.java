package org.docduel.tools;

import java.sql.SQLException;
import java.util.List;
import org.docduel.core.model.Dataset.Document;

/** Inserts written straight on a driver. */
interface BareLoop extends AutoCloseable {
  /** Makes the collection anew and lets the server come to rest, as a fork does. */
  void create() throws Exception;

  /** Empties the collection. */
  void empty() throws Exception;

  /** Encodes, sends, and waits. */
  void insert(List<Document> batch) throws Exception;

  @Override
  void close() throws SQLException;
}
