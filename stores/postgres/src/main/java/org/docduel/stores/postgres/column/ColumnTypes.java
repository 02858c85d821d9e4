package org.docduel.stores.postgres.column;

import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.model.Kind;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.sql.WireType;

/** PostgreSQL's types and names for a document's fields. */
public final class ColumnTypes {
  /** NAMEDATALEN - 1: PostgreSQL cuts longer names off with no more than a notice. */
  private static final int MAX_NAME_BYTES = 63;

  private ColumnTypes() {}

  /** The column type for values of a kind that is no object. */
  public static ColumnType typeFor(Kind kind, PayloadEncoding binaries) {
    return switch (kind) {
      case TEXT -> ScalarType.TEXT;
      case INTEGER -> ScalarType.BIGINT;
      case DECIMAL -> ScalarType.NUMERIC;
      case BOOLEAN -> ScalarType.BOOLEAN;
      case TIMESTAMP -> ScalarType.TIMESTAMPTZ;
      case BINARY -> ScalarType.BYTEA;
      case TEXTS -> ArrayColumn.TEXTS;
      case INTEGERS -> ArrayColumn.INTEGERS;
      case DECIMALS -> ArrayColumn.DECIMALS;
      case BOOLEANS -> ArrayColumn.BOOLEANS;
      case OBJECT, JSON -> new JsonColumn(WireType.JSONB, binaries);
    };
  }

  /** A checked name: what {@link ColumnPath#child} gives, or one of a fixed column. */
  public static Column column(String name, ColumnType type) {
    CharsetEncoder utf8 = StandardCharsets.UTF_8.newEncoder();
    if (name.indexOf('\0') >= 0 || !utf8.canEncode(name)) {
      throw new StoreException(
          "the field "
              + Sql.shown(name)
              + " has a NUL or half of a surrogate pair, which no column's name can hold");
    }
    if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      throw new StoreException(
          "the field "
              + Sql.shown(name)
              + " has no column of its own: PostgreSQL's names end after "
              + MAX_NAME_BYTES
              + " bytes");
    }
    return new Column(name, type);
  }
}
