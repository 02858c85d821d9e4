package org.docduel.stores.postgres.read;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.BinaryValue;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.DecimalValue;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;

/** Fields of an answer, of whatever type, as values. Timestamps without a zone are UTC. */
final class AnswerValues {
  private AnswerValues() {}

  /**
   * A field of the current row.
   *
   * @param rows the result
   * @param column 1 for the first
   * @param type the server's name of the column's type
   */
  static Value read(ResultSet rows, int column, String type) throws SQLException {
    if (rows.getObject(column) == null) {
      return NullValue.NULL;
    }
    return switch (type) {
      case "int2", "int4", "int8" -> new IntegerValue(rows.getLong(column));
      case "numeric", "float4", "float8" -> number(rows, column);
      case "bool" -> BooleanValue.of(rows.getBoolean(column));
      case "timestamptz" -> timestamp(rows.getObject(column, OffsetDateTime.class));
      case "timestamp" ->
          timestamp(rows.getObject(column, LocalDateTime.class).atOffset(ZoneOffset.UTC));
      case "json", "jsonb" -> JsonBytes.read(rows.getString(column));
      case "bytea" -> new BinaryValue(rows.getBytes(column));
      default ->
          rows.getObject(column) instanceof Array array
              ? elements(array)
              : new StringValue(rows.getString(column));
    };
  }

  /** NaN and the infinities are texts: no decimal holds them. */
  private static Value number(ResultSet rows, int column) throws SQLException {
    String text = rows.getString(column);
    try {
      return new DecimalValue(new BigDecimal(text));
    } catch (NumberFormatException e) {
      return new StringValue(text);
    }
  }

  private static Value timestamp(OffsetDateTime time) {
    return new TimestampValue(time.toInstant().truncatedTo(ChronoUnit.MILLIS));
  }

  private static Value elements(Array array) throws SQLException {
    List<Value> elements = new ArrayList<>();
    for (Object element : (Object[]) array.getArray()) {
      elements.add(element(element));
    }
    return new ArrayValue(elements);
  }

  private static Value element(Object element) {
    if (element == null) {
      return NullValue.NULL;
    } else if (element instanceof BigDecimal decimal) {
      return new DecimalValue(decimal);
    } else if (element instanceof Boolean truth) {
      return BooleanValue.of(truth);
    } else if (element instanceof Long || element instanceof Integer) {
      return new IntegerValue(((Number) element).longValue());
    }
    return new StringValue(element.toString());
  }
}
