package org.docduel.stores.postgres.column;

import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.BinaryValue;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.DecimalValue;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.postgres.sql.QuotedName;
import org.docduel.stores.postgres.sql.WireType;

/** PostgreSQL's types and names for a document's fields. */
public final class ColumnTypes {
  /** NAMEDATALEN - 1: PostgreSQL cuts longer names off with no more than a notice. */
  private static final int MAX_NAME_BYTES = 63;

  private ColumnTypes() {}

  /**
   * The column type for values like one. A list of texts (an empty one too) is {@code text[]};
   * other lists, and fields that are null in the example, are jsonb.
   */
  public static ColumnType typeFor(Value example, PayloadEncoding binaries) {
    if (example instanceof StringValue) {
      return ScalarType.TEXT;
    } else if (example instanceof IntegerValue) {
      return ScalarType.BIGINT;
    } else if (example instanceof DecimalValue) {
      return ScalarType.NUMERIC;
    } else if (example instanceof BooleanValue) {
      return ScalarType.BOOLEAN;
    } else if (example instanceof TimestampValue) {
      return ScalarType.TIMESTAMPTZ;
    } else if (example instanceof BinaryValue) {
      return ScalarType.BYTEA;
    } else if (example instanceof ArrayValue array
        && array.elements().stream().allMatch(StringValue.class::isInstance)) {
      return new TextArrayColumn();
    }
    return new JsonColumn(WireType.JSONB, binaries);
  }

  /** A checked name: what {@link ColumnPath#child} gives, or one of a fixed column. */
  public static Column column(String name, ColumnType type) {
    CharsetEncoder utf8 = StandardCharsets.UTF_8.newEncoder();
    if (name.indexOf('\0') >= 0 || !utf8.canEncode(name)) {
      throw new StoreException(
          "postgres: the field "
              + QuotedName.of(name)
              + " has a NUL or half of a surrogate pair, which no column's name can hold");
    }
    if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      throw new StoreException(
          "postgres: the field "
              + QuotedName.of(name)
              + " has no column of its own: PostgreSQL's names end after "
              + MAX_NAME_BYTES
              + " bytes");
    }
    return new Column(name, type);
  }
}
