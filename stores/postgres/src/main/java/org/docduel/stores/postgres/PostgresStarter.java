package org.docduel.stores.postgres;

import static java.util.stream.Collectors.joining;

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
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Kind;
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
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Field;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SuiteSql;

/**
 * Suites in PostgreSQL's words.
 *
 * @param typed whether fields are columns; otherwise they are in a jsonb column, {@code doc}
 */
record PostgresStarter(boolean typed) implements SuiteSql {
  @Override
  public String head() {
    return typed
        ? "Each field is a column, named by its path: \"address.city\"."
        : "Each document is in the jsonb column doc: doc->'address'->>'city'.";
  }

  @Override
  public List<String> index(String table, StarterSuite.Index index) {
    Field field = index.field();
    String key =
        field.isList()
            ? typed ? value(field) : "(" + inside(field, "->") + ") jsonb_path_ops"
            : (typed ? value(field) : "(" + compared(field) + ")")
                + (index.prefix() ? " text_pattern_ops" : "");
    return List.of(
        "CREATE INDEX ON " + table + (field.isList() ? " USING gin (" : " (") + key + ")");
  }

  @Override
  public String value(Field field) {
    if (typed) {
      return Sql.identifier(Layout.Column.name(field.names()));
    }
    String text = inside(field, "->>");
    String cast = cast(field.kind());
    return cast.isEmpty() ? text : "(" + text + ")" + cast;
  }

  private static String inside(Field field, String last) {
    int size = field.names().size();
    StringBuilder sql = new StringBuilder("doc");
    for (int i = 0; i < size; i++) {
      sql.append(i == size - 1 ? last : "->").append(Sql.literal(field.names().get(i)));
    }
    return sql.toString();
  }

  private static String cast(Kind kind) {
    return switch (kind) {
      case INTEGER, INTEGERS -> "::bigint";
      case DECIMAL, DECIMALS -> "::numeric";
      case BOOLEAN, BOOLEANS -> "::boolean";
      case TIMESTAMP -> "::timestamptz";
      default -> "";
    };
  }

  /** Texts of instants, each in the same form, are compared as they are: a cast has no index. */
  @Override
  public String compared(Field field) {
    return !typed && field.kind() == Kind.TIMESTAMP ? inside(field, "->>") : value(field);
  }

  @Override
  public String contains(Field field, Value element) {
    return typed
        ? value(field)
            + " @> ARRAY["
            + SuiteSql.super.literal(field, element)
            + "]::"
            + ColumnType.of(field.kind(), PayloadEncoding.TEXT).sql()
        : inside(field, "->") + " @> " + Sql.literal(JsonBytes.text(ArrayValue.of(element)));
  }

  @Override
  public String literal(Field field, Value value) {
    String literal = SuiteSql.super.literal(field, value);
    return typed && field.kind() == Kind.TIMESTAMP ? "timestamptz " + literal : literal;
  }

  @Override
  public String without(List<Field> fields) {
    String removed =
        fields.stream()
            .map(field -> field.names().stream().map(Sql::literal).collect(joining(", ")))
            .map(names -> " #- ARRAY[" + names + "]")
            .collect(joining());
    return removed.isEmpty() ? "doc" : "doc" + removed + " AS doc";
  }

  @Override
  public String whole(StarterSuite.Collection collection) {
    if (!typed) {
      return SuiteSql.super.whole(collection);
    }
    boolean renamed =
        collection.fields().stream().anyMatch(field -> value(field).startsWith("\"\\"));
    return renamed
        ? (collection.hasOwnId() ? "" : "id, ")
            + collection.fields().stream()
                .map(field -> {
                  String name = SuiteSql.name(field);
                  return value(field) + (value(field).equals(name) ? "" : " AS " + name);
                })
                .collect(joining(", "))
        : "*";
  }

  @Override
  public boolean keepsRows() {
    return true;
  }

  @Override
  public List<String> plan(Connection connection, String text) throws SQLException {
    return Sql.rows(connection, "EXPLAIN (COSTS OFF) " + text, row -> row.getString(1));
  }

  /** Timestamps without a zone are UTC. */
  @Override
  public Value value(ResultSet rows, int column, String type) throws SQLException {
    if (rows.getObject(column) == null) {
      return NullValue.NULL;
    }
    return switch (type) {
      case "int2", "int4", "int8", "oid" -> new IntegerValue(rows.getLong(column));
      case "numeric", "float4", "float8" -> {
        String text = rows.getString(column);
        boolean decimal = type.equals("numeric") && !text.matches(".*[Nny].*"); // not NaN, Infinity
        yield decimal
            ? new DecimalValue(new BigDecimal(text))
            : new FloatValue(Double.parseDouble(text));
      }
      case "bool" -> BooleanValue.of(rows.getBoolean(column));
      case "timestamptz" -> timestamp(rows.getObject(column, OffsetDateTime.class));
      case "timestamp" ->
          timestamp(rows.getObject(column, LocalDateTime.class).atOffset(ZoneOffset.UTC));
      case "json",
          "jsonb" -> // From its second execution on in binary: jsonb's version comes first.
          JsonBytes.read(
              new String(rows.getBytes(column), StandardCharsets.UTF_8).replaceFirst("^\\x01", ""));
      case "bytea" -> new BinaryValue(rows.getBytes(column));
      default ->
          rows.getObject(column) instanceof Array array
              ? elements(array)
              : new StringValue(rows.getString(column));
    };
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
