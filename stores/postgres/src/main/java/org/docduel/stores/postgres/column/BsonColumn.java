package org.docduel.stores.postgres.column;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.model.Document;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Value;
import org.docduel.stores.postgres.sql.WireType;

/**
 * A whole body as BSON bytes, in a {@code bytea} column or in one of a type that bytea is cast to
 * and from.
 *
 * @param sql the column's type
 */
public record BsonColumn(String sql) implements ColumnType {
  @Override
  public WireType wire() {
    return WireType.BYTEA;
  }

  @Override
  public Writer writer() {
    BsonBytes bson = new BsonBytes();
    return (document, value, out) -> {
      ByteBuffer bytes = bson.bodyView(new Document(document.id(), (ObjectValue) value));
      out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
      return true;
    };
  }

  @Override
  public String selected(String column) {
    return column + "::bytea";
  }

  @Override
  public Value read(ResultSet row, int column) throws SQLException {
    byte[] bytes = row.getBytes(column);
    return bytes == null ? NullValue.NULL : BsonBytes.readBody(bytes);
  }
}
