package org.docduel.core.query;

import java.util.List;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value.ObjectValue;

/**
 * An update of one number in the document that a key names.
 *
 * @param key the top-level field that finds the document, or {@link #ID} for its id
 */
public record UpdateSpec(UpdateKind kind, String key, Path path, Replacement replacement) {
  /** In place of a field: the document's id. */
  public static final String ID = "";

  @FunctionalInterface
  public interface Replacement {
    /** The document with a key, with another number in it. */
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

  public List<String> names() {
    return path.names().orElseThrow();
  }

  /** That a store has no such update. */
  public UnsupportedOperationException unknown() {
    return new UnsupportedOperationException(
        "update=" + kind.label() + " is none of its statements");
  }
}
