package org.docduel.core.spi;

import java.util.function.Supplier;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.Read.QueryPlan;

/** One prepared look-up along links of one session. */
public interface LinkRead {
  /**
   * Looks up and receives every document of the answer whole.
   *
   * @param documents takes each document, in any order
   */
  void run(long[] ids, Documents documents);

  /** Has the server run a look-up and say how. Nothing of the answer is sent. */
  QueryPlan explain(long[] ids);

  @FunctionalInterface
  interface Documents {
    /**
     * Takes one.
     *
     * @param bytes its size as received, without decoding it
     * @param body decodes it, until the next one comes
     */
    void document(long id, long bytes, Supplier<ObjectValue> body);
  }

  /** How whole documents are found along links. A link is another document's id. */
  sealed interface LinkQuery {
    /** The documents that link to an id. */
    record Referring(Path links) implements LinkQuery {}

    /** The documents that have one of several ids. The client knows the ids. */
    record In() implements LinkQuery {}

    /** The documents that a document links to, by a join on the server with link documents. */
    record Lookup(Collection links, String source, String target) implements LinkQuery {}
  }
}
