package org.docduel.core.spi;

import java.util.Optional;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;

/** Gives documents back, to check them. Never timed as a read workload. */
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
   * @param id its primary key
   * @return its body, or empty when there is no such document
   */
  Optional<ObjectValue> find(long id);

  /**
   * What {@link #find} must give for a document that was sent: the document itself where the store
   * has all types, else the form that its representation has for the types that it lacks
   * (timestamps as ISO-8601 text in JSON).
   *
   * @param document what was sent
   * @return the body to expect
   */
  ObjectValue asStored(Document document);
}
