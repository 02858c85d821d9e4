package org.docduel.stores.postgres.column;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.docduel.core.encoding.Codec;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.DecimalValue;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;
import org.docduel.stores.postgres.sql.WireType;

/**
 * One value out of a column of BSON bytes, found by the client.
 *
 * @param lookup finds it
 * @param asText whether it is a text whatever its own type
 */
public record BsonValueColumn(Codec.Lookup lookup, boolean asText) implements ColumnType {
  @Override
  public String sql() {
    return "bytea";
  }

  @Override
  public WireType wire() {
    return WireType.BYTEA;
  }

  @Override
  public Writer writer() {
    throw new UnsupportedOperationException("a value inside a document is only read");
  }

  @Override
  public Value read(ResultSet row, int column) throws SQLException {
    Value value = lookup.find(row.getBytes(column));
    if (value == null || value == NullValue.NULL) {
      return NullValue.NULL;
    }
    return asText ? new StringValue(text(value)) : value;
  }

  private static String text(Value value) {
    if (value instanceof StringValue text) {
      return text.value();
    } else if (value instanceof BooleanValue truth) {
      return Boolean.toString(truth.value());
    } else if (value instanceof IntegerValue number) {
      return Long.toString(number.value());
    } else if (value instanceof DecimalValue number) {
      return number.value().toString();
    } else if (value instanceof TimestampValue timestamp) {
      return JsonForm.text(timestamp);
    }
    return value.toString();
  }
}
