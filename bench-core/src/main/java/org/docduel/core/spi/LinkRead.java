package org.docduel.core.spi;

import org.docduel.core.model.ObjectValue;

/** One prepared look-up along links of one session. */
public interface LinkRead {
  /**
   * Looks up and receives every document of the answer whole.
   *
   * @param ids the id that is referred to or whose links are followed; for {@link LinkQuery.In} all
   *     ids, as many in each call
   * @param documents takes each document, in any order
   * @throws StoreException when the server refuses or does not answer in time
   */
  void run(long[] ids, Documents documents);

  /**
   * Has the server run a look-up and say how. Nothing of the answer is sent.
   *
   * @param ids as in {@link #run}
   * @return what it says of the statement that {@link #run} sends
   * @throws StoreException when the server refuses or does not answer in time
   */
  QueryPlan explain(long[] ids);

  /** Takes documents. */
  @FunctionalInterface
  interface Documents {
    /**
     * Takes one.
     *
     * @param id its id
     * @param body valid during this call
     */
    void document(long id, Body body);
  }

  /** A document's body as it came. */
  interface Body {
    /**
     * Its size as received, without decoding it.
     *
     * @return bytes
     */
    long bytes();

    /**
     * Decodes it.
     *
     * @return the body, in the form that {@link ContentReader#asStored} gives
     */
    ObjectValue decode();
  }
}
