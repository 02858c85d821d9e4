package org.docduel.stores.postgres;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.FloatValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.stores.jdbc.JdbcQuestion;
import org.docduel.stores.jdbc.Sql;

/** Fields of an answer, of whatever type, as values. Timestamps without a zone are UTC. */
enum PostgresAnswers implements JdbcQuestion.Answers {
  /** By the server's names of types. */
  TYPES;

  @Override
  public boolean keepsRows() {
    return true;
  }

  @Override
  public List<String> plan(Connection connection, String text) throws SQLException {
    return Sql.rows(connection, "EXPLAIN (COSTS OFF) " + text, row -> row.getString(1));
  }

  @Override
  public Value value(ResultSet rows, int column, String type) throws SQLException {
    if (rows.getObject(column) == null) {
      return NullValue.NULL;
    }
    return switch (type) {
      case "int2", "int4", "int8", "oid" -> new IntegerValue(rows.getLong(column));
      case "numeric" -> number(rows.getString(column));
      case "float4", "float8" -> new FloatValue(Double.parseDouble(rows.getString(column)));
      case "bool" -> BooleanValue.of(rows.getBoolean(column));
      case "timestamptz" -> timestamp(rows.getObject(column, OffsetDateTime.class));
      case "timestamp" ->
          timestamp(rows.getObject(column, LocalDateTime.class).atOffset(ZoneOffset.UTC));
      case "json", "jsonb" -> JsonBytes.read(json(rows.getBytes(column)));
      case "bytea" -> new BinaryValue(rows.getBytes(column));
      default ->
          rows.getObject(column) instanceof Array array
              ? elements(array)
              : new StringValue(rows.getString(column));
    };
  }

  /** From its second execution on, an answer is in binary: then jsonb begins with its version. */
  static String json(byte[] sent) {
    int version = sent.length > 0 && sent[0] == 1 ? 1 : 0;
    return new String(sent, version, sent.length - version, StandardCharsets.UTF_8);
  }

  /** No decimal holds NaN and the infinities. */
  private static Value number(String text) {
    return text.matches(".*[Nny].*")
        ? new FloatValue(Double.parseDouble(text))
        : new DecimalValue(new BigDecimal(text));
  }

  private static Value timestamp(OffsetDateTime time) {
    return new TimestampValue(time.toInstant().truncatedTo(ChronoUnit.MICROS));
  }

  /** Element by element as if each were a column; elements of arrays of arrays are arrays. */
  private Value elements(Array array) throws SQLException {
    List<Value> elements = new ArrayList<>();
    try (ResultSet each = array.getResultSet()) {
      String type = each.getMetaData().getColumnTypeName(2);
      while (each.next()) {
        elements.add(value(each, 2, type));
      }
    }
    return new ArrayValue(elements);
  }
}
