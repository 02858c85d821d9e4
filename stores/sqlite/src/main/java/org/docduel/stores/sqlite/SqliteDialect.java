package org.docduel.stores.sqlite;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.FloatValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Field;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlDialect;
import org.docduel.stores.jdbc.SuiteSql;

/**
 * Conditions and suites in SQLite's words, and what suites answer. A value is reached by {@code
 * ->>}, and an index is on that very expression (JSON Functions and Indexes On Expressions, SQLite
 * documentation). SQLite has neither truth values nor instants: {@code true} and {@code false} as
 * texts, as {@code ->} gives them, are read as truth values, and a text as DocDuel writes an
 * instant as one.
 */
final class SqliteDialect implements SqlDialect, SuiteSql {
  static final SqliteDialect WORDS = new SqliteDialect();

  private SqliteDialect() {}

  static String path(Path path) {
    return SqlDialect.path(path, "");
  }

  @Override
  public String value(Path path, Kind kind) {
    return "(doc ->> " + path(path) + ")";
  }

  /** A truth value as a text, which {@code ->>} gives as a number, or nothing. */
  static String truth(Path path) {
    return "NULLIF(doc -> " + path(path) + ", 'null')";
  }

  /** {@code IS TRUE} would not use an index. */
  @Override
  public String isTrue(Path path) {
    return value(path, Kind.BOOLEAN) + " = 1";
  }

  /** {@code LIKE} would not use an index, since it does not tell capitals. */
  @Override
  public String startsWith(Path path, String prefix) {
    String pattern = prefix.replaceAll("[*?\\[]", "[$0]") + "*";
    return value(path, Kind.TEXT) + " GLOB " + Sql.literal(pattern);
  }

  @Override
  public String contains(Path path, String part) {
    if (part.chars().anyMatch(character -> character > 127)) {
      throw new UnsupportedOperationException("its LIKE knows the capitals of ASCII alone");
    }
    return value(path, Kind.TEXT) + " LIKE " + SqlDialect.pattern("%", part);
  }

  /** A scalar is taken for a list of its own, without a position. */
  @Override
  public String holdsAny(Path path, List<String> elements) {
    String texts = elements.stream().map(Sql::literal).collect(Collectors.joining(", "));
    return element(path, "type = 'text' AND typeof(key) = 'integer' AND value IN (" + texts + ")");
  }

  private static String element(Path list, String condition) {
    return "EXISTS (SELECT 1 FROM json_each(doc, " + path(list) + ") WHERE " + condition + ")";
  }

  @Override
  public String head() {
    return "Each document is in the column doc: doc ->> '$.address.city'.";
  }

  /** A list has no index here. Names do not tell capitals, so that these are escaped, too. */
  @Override
  public List<String> index(String table, StarterSuite.Index index) {
    Field field = index.field();
    String name =
        Stream.concat(Stream.of(table.replace("\"", "")), field.names().stream())
            .map(part -> part.replaceAll("[\\\\.A-Z]", "\\\\$0"))
            .collect(Collectors.joining("."));
    String create = "CREATE INDEX IF NOT EXISTS " + Sql.identifier(name) + " ON ";
    return field.isList() ? List.of() : List.of(create + table + " (" + value(field) + ")");
  }

  private static Path path(Field field) {
    return Path.of(field.names().toArray(String[]::new));
  }

  @Override
  public String value(Field field) {
    Path path = path(field);
    return field.kind() == Kind.BOOLEAN ? truth(path) : value(path, field.kind());
  }

  @Override
  public String startsWith(Field field, String prefix) {
    return startsWith(path(field), prefix);
  }

  @Override
  public String contains(Field field, Value element) {
    String found = element instanceof BooleanValue ? "type = " : "value = ";
    return element(path(field), found + literal(field, element));
  }

  @Override
  public String literal(Field field, Value value) {
    String literal = SuiteSql.super.literal(field, value);
    return value instanceof BooleanValue ? Sql.literal(literal) : literal;
  }

  @Override
  public String without(List<Field> fields) {
    return fields.stream()
        .map(field -> ", " + path(path(field)))
        .collect(
            Collectors.joining("", fields.isEmpty() ? "json(doc" : "json_remove(doc", ") AS doc"));
  }

  @Override
  public Value value(ResultSet row, int column, String type) throws SQLException {
    Object value = row.getObject(column);
    if (value == null) {
      return NullValue.NULL;
    } else if (value instanceof Integer || value instanceof Long) {
      return new IntegerValue(((Number) value).longValue());
    } else if (value instanceof Double number) {
      return new FloatValue(number);
    } else if (value instanceof byte[] bytes) {
      return new BinaryValue(bytes);
    }
    String text = value.toString();
    if (row.getMetaData().getColumnLabel(column).equals("doc") && text.startsWith("{")) {
      return JsonBytes.read(text);
    } else if (text.equals("true") || text.equals("false")) {
      return BooleanValue.of(text.equals("true"));
    }
    return JsonForm.instant(text, JsonForm.WRITTEN).orElseGet(() -> new StringValue(text));
  }

  /** EXPLAIN QUERY PLAN, step by step. */
  @Override
  public List<String> plan(Connection connection, String text) throws SQLException {
    return Sql.rows(connection, "EXPLAIN QUERY PLAN " + text, row -> row.getString("detail"));
  }
}
