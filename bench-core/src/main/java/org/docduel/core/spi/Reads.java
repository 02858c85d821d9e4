package org.docduel.core.spi;

import org.docduel.core.query.Query;

/** Finds documents by their content. */
@FunctionalInterface
public interface Reads {
  /**
   * Compiles a query and prepares it.
   *
   * @param query what is asked
   * @return the query, ready to be run many times
   * @throws UnsupportedOperationException when the store cannot express it; the message says why,
   *     as half a sentence
   * @throws StoreException when the server refuses
   */
  Read prepare(Query query);
}
