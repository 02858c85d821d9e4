package org.docduel.stores.postgres.insert;

import java.sql.SQLException;
import java.util.List;
import org.docduel.core.model.Document;

/** One of the ways for a batch to travel. For one thread. */
public interface BatchSender extends AutoCloseable {
  /**
   * Encodes and sends a batch as one transaction and waits until it is committed.
   *
   * @param batch at least one document
   * @throws SQLException when the server refuses; nothing was kept then
   * @throws org.docduel.core.spi.RejectedDocumentException when a document cannot be encoded;
   *     nothing was kept then
   */
  void send(List<Document> batch) throws SQLException;

  @Override
  void close() throws SQLException;
}
