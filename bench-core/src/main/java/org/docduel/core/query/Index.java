package org.docduel.core.query;

import java.util.List;
import java.util.Locale;

/**
 * An index that a workload asks for, in words that every store can translate.
 *
 * @param kind what it has to serve
 * @param fields the top-level fields it covers, in order; more than one only for {@link
 *     Kind#ORDERED}
 * @param covering whether it also holds the id, so that a query for ids need not look at the
 *     documents, where the store can do so; only for {@link Kind#ORDERED} and {@link Kind#PREFIX}
 */
public record Index(Kind kind, List<String> fields, boolean covering) {
  /** What an index serves. */
  public enum Kind {
    /** Equality, ranges and order: a B-tree. */
    ORDERED,

    /** Prefixes of text, in byte order whatever the collation. */
    PREFIX,

    /** Substrings of text: trigrams. */
    SUBSTRING,

    /** The elements of an array: GIN, multikey, multivalue. */
    ELEMENTS
  }

  /** Copies the list. */
  public Index {
    fields = List.copyOf(fields);
    if (fields.isEmpty() || (kind != Kind.ORDERED && fields.size() > 1)) {
      throw new IllegalArgumentException("an index of kind " + kind + " on " + fields);
    }
    if (covering && kind != Kind.ORDERED && kind != Kind.PREFIX) {
      throw new IllegalArgumentException("an index of kind " + kind + " holds no ids of its own");
    }
  }

  /**
   * An index that does not hold the id.
   *
   * @param kind what it has to serve
   * @param fields the top-level fields it covers
   */
  public Index(Kind kind, List<String> fields) {
    this(kind, fields, false);
  }

  /**
   * The same index with the id in it.
   *
   * @return a changed copy
   */
  public Index withId() {
    return new Index(kind, fields, true);
  }

  /**
   * An index on the elements of an array.
   *
   * @param field the array's name
   * @return the index
   */
  public static Index elements(String field) {
    return new Index(Kind.ELEMENTS, List.of(field));
  }

  /**
   * A name for it, the same in every store.
   *
   * @return lower case, made of the kind and the fields
   */
  public String name() {
    return String.join("_", fields)
        + "_"
        + kind.name().toLowerCase(Locale.ROOT)
        + (covering ? "_covering" : "");
  }
}
