package org.docduel.read.suite;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.suite.Answer;
import org.jspecify.annotations.Nullable;

/**
 * Documents as typed tables in DuckDB: an engine that shares no code with the stores, to hold their
 * answers against.
 */
final class TypedTables implements AutoCloseable {
  private final Connection connection;

  TypedTables() throws SQLException {
    connection = DriverManager.getConnection("jdbc:duckdb:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone = 'UTC'");
      statement.execute("SET default_null_order = 'nulls_last_on_asc_first_on_desc'");
    }
  }

  void load(String table, ObjectValue example, Dataset dataset, long rows) throws SQLException {
    List<String> columns = new ArrayList<>(List.of("id BIGINT"));
    define("", example, columns);
    run("CREATE TABLE " + table + " (" + String.join(", ", columns) + ")");
    String places = "?, ".repeat(columns.size() - 1) + "?";
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + table + " VALUES (" + places + ")")) {
      for (long row = 0; row < rows; row++) {
        List<Value> values = new ArrayList<>(List.of(new IntegerValue(row)));
        flatten(dataset.document(row).body(), values);
        for (int i = 0; i < values.size(); i++) {
          insert.setObject(i + 1, toSql(values.get(i)));
        }
        insert.addBatch();
      }
      insert.executeBatch();
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  private static void define(String prefix, ObjectValue example, List<String> columns) {
    for (int i = 0; i < example.values().size(); i++) {
      Value value = example.values().get(i);
      String name = prefix + example.names().name(i);
      if (value instanceof ObjectValue object) {
        define(name + ".", object, columns);
      } else {
        columns.add('"' + name + "\" " + type(value));
      }
    }
  }

  private static String type(Value value) {
    return value instanceof StringValue
        ? "VARCHAR"
        : value instanceof IntegerValue
            ? "BIGINT"
            : value instanceof DecimalValue
                ? "DECIMAL(18, 4)"
                : value instanceof BooleanValue ? "BOOLEAN" : "TIMESTAMPTZ";
  }

  private static void flatten(ObjectValue object, List<Value> values) {
    for (Value value : object.values()) {
      if (value instanceof ObjectValue child) {
        flatten(child, values);
      } else {
        values.add(value);
      }
    }
  }

  private static @Nullable Object toSql(Value value) {
    if (value instanceof StringValue text) {
      return text.value();
    } else if (value instanceof IntegerValue number) {
      return number.value();
    } else if (value instanceof DecimalValue number) {
      return number.value();
    } else if (value instanceof BooleanValue truth) {
      return truth.value();
    } else if (value instanceof TimestampValue time) {
      return time.value().atOffset(ZoneOffset.UTC);
    }
    return null;
  }

  /** Runs what answers nothing. */
  void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Asks; {@code at} is a keyword there, unless it is quoted. */
  Answer query(String sql, boolean ordered) throws SQLException {
    Answer.Rows answer = new Answer.Rows(ordered, true);
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql.replaceAll("\\bat\\b", "\"at\""))) {
      ResultSetMetaData columns = rows.getMetaData();
      List<String> names = new ArrayList<>();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        names.add(columns.getColumnLabel(i));
      }
      while (rows.next()) {
        List<Value> values = new ArrayList<>();
        for (int i = 1; i <= names.size(); i++) {
          values.add(fromSql(rows.getObject(i)));
        }
        answer.add(names, values);
      }
    }
    return answer.answer();
  }

  /** The whole numbers of the first column. */
  List<Long> keys(String sql) throws SQLException {
    List<Long> keys = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        keys.add(rows.getLong(1));
      }
    }
    return keys;
  }

  private static Value fromSql(@Nullable Object value) {
    if (value == null) {
      return NullValue.NULL;
    } else if (value instanceof String text) {
      return new StringValue(text);
    } else if (value instanceof Long || value instanceof Integer) {
      return new IntegerValue(((Number) value).longValue());
    } else if (value instanceof BigInteger number) {
      return new DecimalValue(new BigDecimal(number));
    } else if (value instanceof BigDecimal number) {
      return new DecimalValue(number);
    } else if (value instanceof Double number) {
      return new DoubleValue(number);
    } else if (value instanceof Boolean truth) {
      return BooleanValue.of(truth);
    } else if (value instanceof OffsetDateTime time) {
      return new TimestampValue(time.toInstant());
    } else if (value instanceof LocalDateTime time) {
      return new TimestampValue(time.toInstant(ZoneOffset.UTC));
    } else if (value instanceof Timestamp time) {
      return new TimestampValue(time.toLocalDateTime().toInstant(ZoneOffset.UTC));
    }
    throw new IllegalArgumentException("no value: " + value.getClass());
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
