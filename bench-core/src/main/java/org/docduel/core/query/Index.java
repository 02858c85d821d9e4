package org.docduel.core.query;

import java.util.List;
import java.util.Locale;

/**
 * An index that a workload asks for, in words that every store can translate.
 *
 * @param kind what it has to serve
 * @param fields the top-level fields it covers, in order; more than one only for {@link
 *     Kind#ORDERED}
 */
public record Index(Kind kind, List<String> fields) {
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
    return String.join("_", fields) + "_" + kind.name().toLowerCase(Locale.ROOT);
  }
}
