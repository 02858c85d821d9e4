package org.docduel.core.spi;

import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.docduel.core.model.Value;

/** One prepared query of one session. */
public interface Read {
  /**
   * Runs a query for {@linkplain org.docduel.core.query.Projection.Ids ids} and takes every row of
   * its answer.
   *
   * @implSpec streams: an answer of millions of rows does not have to fit into memory
   * @param id takes the id of each document, in the order in which they come
   * @throws StoreException when the server refuses or does not answer in time
   */
  long run(LongConsumer id);

  /**
   * Runs a query for values or for a count and takes every row of its answer.
   *
   * @implSpec streams, as {@link #run} does
   * @param value takes the value of each document, in the order in which they come, or the count
   * @throws StoreException when the server refuses or does not answer in time
   */
  long values(Consumer<Value> value);

  /**
   * Has the server run the query and say how, and how long it took by its own clock. Nothing of the
   * answer is sent.
   *
   * @throws StoreException when the server refuses or does not answer in time
   */
  QueryPlan explain();
}
