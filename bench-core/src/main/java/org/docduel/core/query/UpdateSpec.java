package org.docduel.core.query;

import java.util.List;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Path;

/**
 * An update of one number in the document that a key names.
 *
 * @param kind how the store is told
 * @param key the top-level field of whole numbers that finds the document
 * @param path leads to the number that is set, through objects alone
 * @param replacement the whole document for {@link UpdateKind#REPLACE}
 */
public record UpdateSpec(UpdateKind kind, String key, Path path, Replacement replacement) {
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

  /**
   * Refuses paths through arrays.
   *
   * @throws IllegalArgumentException when it is one
   */
  public UpdateSpec {
    if (path.names().isEmpty()) {
      throw new IllegalArgumentException("not a path through objects alone: " + path);
    }
  }

  /**
   * The names of the path's steps.
   *
   * @return from the top
   */
  public List<String> names() {
    return path.names().orElseThrow();
  }
}
