package org.docduel.stores.oracle;

import java.util.Optional;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.DecimalValue;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Path;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;

/**
 * One value of a document as an SQL value. An index serves a query only when both have the same
 * expression, the type it returns included; ERROR ON ERROR keeps an index from missing a value, and
 * NULL ON EMPTY lets documents be without the field (Creating B-Tree Indexes for JSON_VALUE, JSON
 * Developer's Guide 23ai).
 *
 * @param path leads to the value
 * @param type what is returned
 */
record FieldValue(Path path, Type type) {
  /** What JSON_VALUE returns. */
  enum Type {
    /** The longest text of a standard database. */
    TEXT("VARCHAR2(4000)"),
    NUMBER("NUMBER"),
    TIMESTAMP("TIMESTAMP"),
    /** The words true and false: an index on them needs no type BOOLEAN. */
    TRUTH("VARCHAR2(5)");

    private final String returning;

    Type(String returning) {
      this.returning = returning;
    }
  }

  static final FieldValue ID = new FieldValue(Path.of(OsonWriter.ID), Type.NUMBER);

  /**
   * A value of the kind that the example document has.
   *
   * @return empty when the example has no such value, or one without an SQL type
   */
  static Optional<FieldValue> like(ObjectValue example, Path path) {
    return path.in(example).flatMap(FieldValue::type).map(type -> new FieldValue(path, type));
  }

  private static Optional<Type> type(Value value) {
    if (value instanceof StringValue) {
      return Optional.of(Type.TEXT);
    } else if (value instanceof IntegerValue || value instanceof DecimalValue) {
      return Optional.of(Type.NUMBER);
    } else if (value instanceof TimestampValue) {
      return Optional.of(Type.TIMESTAMP);
    }
    return value instanceof BooleanValue ? Optional.of(Type.TRUTH) : Optional.empty();
  }

  /** The expression, on a table that is called {@code t}. */
  String sql() {
    return "JSON_VALUE(t.data, "
        + JsonPaths.of(path)
        + " RETURNING "
        + type.returning
        + " ERROR ON ERROR NULL ON EMPTY)";
  }
}
