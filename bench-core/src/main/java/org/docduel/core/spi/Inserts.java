package org.docduel.core.spi;

import java.util.List;
import org.docduel.core.model.Document;

/** Takes batches of documents. */
@FunctionalInterface
public interface Inserts {
  /**
   * Encodes a batch, sends it, and waits for the server's acknowledgement.
   *
   * @implSpec all or nothing where the server can: a batch with a document that the store cannot
   *     hold, or with an id that is there already, leaves nothing behind; where the server cannot,
   *     the provider's documentation says what stays
   * @throws RejectedDocumentException when the store cannot hold one of them or an id is there
   *     already
   * @throws StoreException when anything else goes wrong
   */
  void insert(List<Document> batch);
}
