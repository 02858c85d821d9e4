package org.docduel.core.spi;

import java.util.function.LongConsumer;

/** One prepared query of one session. */
public interface Read {
  /**
   * Runs the query and takes every row of its answer.
   *
   * @implSpec streams: an answer of millions of rows does not have to fit into memory
   * @param id takes the id of each document, in the order in which they come
   * @return how many there were
   * @throws StoreException when the server refuses or does not answer in time
   */
  long run(LongConsumer id);

  /**
   * Has the server run the query and say how, and how long it took by its own clock. Nothing of the
   * answer is sent.
   *
   * @return what it says
   * @throws StoreException when the server refuses or does not answer in time
   */
  QueryPlan explain();
}
