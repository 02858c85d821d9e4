package org.docduel.stores.jdbc;

import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;

/** What kind of values an indexed field has, as a collection's example shows. */
public enum IndexedKind {
  /** Texts. */
  TEXT,
  /** Integers and decimals. */
  NUMBER,
  /** Truth values. */
  BOOLEAN,
  /** Instants. */
  TIMESTAMP,
  /** Bytes. */
  BYTES,
  /** Lists. */
  LIST;

  /** The kind of a top-level field; see {@link #of(Collection, Path)}. */
  public static IndexedKind of(Collection collection, String field) {
    return of(collection, Path.of(field));
  }

  /**
   * The kind of the field that a path leads to.
   *
   * @throws StoreException when there is no such field, or it is an object or null
   */
  public static IndexedKind of(Collection collection, Path path) {
    Value value = path.in(collection.example()).orElse(null);
    if (value instanceof StringValue) {
      return TEXT;
    } else if (value instanceof IntegerValue || value instanceof DecimalValue) {
      return NUMBER;
    } else if (value instanceof BooleanValue) {
      return BOOLEAN;
    } else if (value instanceof TimestampValue) {
      return TIMESTAMP;
    } else if (value instanceof BinaryValue) {
      return BYTES;
    } else if (value instanceof ArrayValue) {
      return LIST;
    }
    throw new StoreException(
        "collection "
            + collection.name()
            + " cannot be indexed by "
            + Sql.shown(path.toString())
            + (value == null
                ? ": its example has no such field"
                : ": it is " + (value instanceof ObjectValue ? "an object" : "null")));
  }
}
