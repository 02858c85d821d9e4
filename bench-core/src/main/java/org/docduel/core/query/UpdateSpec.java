package org.docduel.core.query;

import java.util.List;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.model.ObjectValue;

/**
 * An update of one number in the document that a key names.
 *
 * @param kind how the store is told
 * @param key the top-level field of whole numbers that finds the document
 * @param path the names that lead to the number that is set, from the top
 * @param replacement the whole document for {@link UpdateKind#REPLACE}
 */
public record UpdateSpec(UpdateKind kind, String key, List<String> path, Replacement replacement) {
  /** Makes whole documents. */
  @FunctionalInterface
  public interface Replacement {
    /**
     * The document with a key, with another number in it.
     *
     * @param key the document's key
     * @param value the number
     * @return the body
     */
    ObjectValue document(long key, long value);
  }

  /** Copies the list. */
  public UpdateSpec {
    path = List.copyOf(path);
  }
}
