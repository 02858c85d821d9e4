package org.docduel.stores.documentdb;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.Value;
import org.docduel.stores.postgres.column.ColumnType;
import org.docduel.stores.postgres.sql.WireType;

/** What the operator {@code ->} gives: a document with the value under an empty name. */
enum WrappedValue implements ColumnType {
  /** The only one. */
  TYPE;

  @Override
  public String sql() {
    return "documentdb_core.bson";
  }

  @Override
  public WireType wire() {
    return WireType.BYTEA;
  }

  @Override
  public Writer writer() {
    throw new UnsupportedOperationException("a wrapped value is only read");
  }

  @Override
  public String selected(String column) {
    return column + "::bytea";
  }

  @Override
  public Value read(ResultSet row, int column) throws SQLException {
    byte[] bytes = row.getBytes(column);
    return bytes == null
        ? NullValue.NULL
        : BsonBytes.readBody(bytes).field("").orElse(NullValue.NULL);
  }
}
