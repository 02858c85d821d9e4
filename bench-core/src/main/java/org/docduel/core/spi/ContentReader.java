package org.docduel.core.spi;

import java.util.Optional;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.ObjectValue;

/** Gives documents back, to check them or as a client that knows their ids reads them. */
public interface ContentReader {
  /**
   * How many documents there are, counted, not estimated.
   *
   * @return the count; 0 for a collection that was never made
   */
  long count();

  /**
   * One document, decoded.
   *
   * @return its body, or empty when there is no such document
   */
  Optional<ObjectValue> find(long id);

  /**
   * Many documents, decoded, in any order. Missing ones are left out.
   *
   * @implSpec asks for one after the other; override it where the store can do better
   * @throws StoreException when the server refuses or does not answer in time
   */
  default void range(long from, long until, Visitor visitor) {
    for (long id = from; id < until; id++) {
      long key = id;
      find(id).ifPresent(body -> visitor.visit(key, body));
    }
  }

  /** Takes documents. */
  @FunctionalInterface
  interface Visitor {
    /** Takes one. */
    void visit(long id, ObjectValue body);
  }

  /**
   * What {@link #find} must give for a document that was sent: the document itself where the store
   * has all types, else the form that its representation has for the types that it lacks
   * (timestamps as ISO-8601 text in JSON).
   */
  ObjectValue asStored(Document document);
}
