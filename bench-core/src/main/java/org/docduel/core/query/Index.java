package org.docduel.core.query;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.docduel.core.model.Path;

/**
 * An index that a workload asks for, in words that every store can translate.
 *
 * @param fields the paths through objects to the fields it covers, in order; more than one only for
 *     {@link Kind#ORDERED}
 * @param id whether it also holds the id; only for {@link Kind#ORDERED} and {@link Kind#PREFIX}
 */
public record Index(Kind kind, List<Path> fields, Id id) {
  public enum Id {
    ABSENT,

    /** It holds it beside its keys. */
    INCLUDED,

    /**
     * It holds it, and a query for ids need not look at the documents, where the store can do so.
     */
    COVERING
  }

  public enum Kind {
    /** Equality, ranges and order: a B-tree. */
    ORDERED,

    /** Prefixes of text, in byte order whatever the collation. */
    PREFIX,

    /** Substrings of text: trigrams. */
    SUBSTRING,

    /** The elements of an array: GIN, multikey, multivalue. */
    ELEMENTS,

    /** A value in its form as text: statements that compare it as a number cannot use it. */
    AS_TEXT
  }

  public Index {
    fields = List.copyOf(fields);
    if (fields.isEmpty() || (kind != Kind.ORDERED && fields.size() > 1)) {
      throw new IllegalArgumentException("an index of kind " + kind + " on " + fields);
    }
    if (id != Id.ABSENT && kind != Kind.ORDERED && kind != Kind.PREFIX) {
      throw new IllegalArgumentException("an index of kind " + kind + " holds no ids of its own");
    }
  }

  /** Without the id, on fields at the top. */
  public static Index on(Kind kind, String... fields) {
    return new Index(kind, Arrays.stream(fields).map(Path::of).toList(), Id.ABSENT);
  }

  public Index withId(Id how) {
    return new Index(kind, fields, how);
  }

  /** Whether a query for ids need not look at the documents. */
  public boolean covering() {
    return id == Id.COVERING;
  }

  /** A name for it, the same in every store. */
  public String name() {
    return fields.stream().map(Path::toString).collect(Collectors.joining("_"))
        + "_"
        + kind.name().toLowerCase(Locale.ROOT)
        + (id == Id.ABSENT ? "" : "_" + id.name().toLowerCase(Locale.ROOT));
  }
}
