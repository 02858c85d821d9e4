package org.docduel.stores.postgres.column;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.Value;
import org.docduel.stores.postgres.sql.WireType;

/**
 * A {@code json} or {@code jsonb} column.
 *
 * @param wire which of the two
 * @param binaries how bytes are written in JSON
 */
public record JsonColumn(WireType wire, PayloadEncoding binaries) implements ColumnType {
  /** What the binary form of jsonb begins with: the version of the text that follows. */
  private static final int JSONB_VERSION = 1;

  @Override
  public String sql() {
    return wire.typeName();
  }

  @Override
  public Writer writer() {
    JsonBytes json = new JsonBytes(binaries);
    return (document, value, out) -> {
      if (value == NullValue.NULL) {
        return false;
      }
      if (wire == WireType.JSONB) {
        out.write(JSONB_VERSION);
      }
      json.write(document, value, out);
      return true;
    };
  }

  @Override
  public String selected(String column) {
    return column + "::text";
  }

  @Override
  public Value read(ResultSet row, int column) throws SQLException {
    String json = row.getString(column);
    return json == null ? NullValue.NULL : JsonBytes.read(json);
  }

  @Override
  public Value asStored(Value value) {
    return JsonForm.of(value, binaries);
  }
}
