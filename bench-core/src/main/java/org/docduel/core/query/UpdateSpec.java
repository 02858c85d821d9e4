package org.docduel.core.query;

import java.util.List;
import java.util.Locale;
import org.docduel.core.model.ObjectValue;

/**
 * An update of one number in the document that a key names.
 *
 * @param kind how the store is told
 * @param key the top-level field of whole numbers that finds the document
 * @param path the names that lead to the number that is set, from the top
 * @param replacement the whole document for {@link Kind#REPLACE}
 */
public record UpdateSpec(Kind kind, String key, List<String> path, Replacement replacement) {
  /** How one field is changed. */
  public enum Kind {
    /** The field alone: {@code $set}, {@code jsonb_set}. */
    SET,

    /** The field by subscript, where the language has it: {@code doc['profile']['score'] = ...}. */
    SUBSCRIPT,

    /** An object that is merged into the document: {@code ||}, a pipeline's merge. */
    MERGE,

    /** The whole document. */
    REPLACE,

    /** A typed column beside the document, which holds the number instead. */
    TYPED;

    /**
     * How the constant is written as a parameter.
     *
     * @return the name in lower case
     */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

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
