package org.docduel.stores.sqlite;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
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
import org.docduel.stores.jdbc.JdbcQuestion;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.StarterSql;

/**
 * Suites in SQLite's words, and their answers. SQLite has neither truth values nor instants: {@code
 * true} and {@code false} as texts, as {@code ->} gives them, are read as truth values, and a text
 * as DocDuel writes an instant as one.
 */
final class SqliteStarter implements StarterSql, JdbcQuestion.Answers {
  @Override
  public String head() {
    return "Each document is in the column doc: doc ->> '$.address.city'.";
  }

  /** A list has no index here. */
  @Override
  public List<String> index(String table, StarterSuite.Index index) {
    Field field = index.field();
    String name =
        table.replace("\"", "")
            + "_"
            + String.join("_", field.names())
            + (index.prefix() ? "_prefix" : "");
    return field.isList()
        ? List.of()
        : List.of(
            "CREATE INDEX " + Sql.identifier(name) + " ON " + table + " (" + value(field) + ")");
  }

  @Override
  public String value(Field field) {
    return field.kind() == Kind.BOOLEAN
        ? "NULLIF(doc -> " + path(field) + ", 'null')" // as -> writes a null
        : "(doc ->> " + path(field) + ")";
  }

  private static String path(Field field) {
    return SqliteTable.path(Path.of(field.names().toArray(new String[0])));
  }

  @Override
  public String startsWith(Field field, String prefix) {
    return value(field) + SqliteTable.glob(prefix);
  }

  @Override
  public String contains(Field field, Value element) {
    return "EXISTS (SELECT 1 FROM json_each(doc, "
        + path(field)
        + ") AS element WHERE element.value = "
        + literal(field, element)
        + ")";
  }

  @Override
  public String literal(Field field, Value value) {
    String literal = StarterSql.super.literal(field, value);
    return value instanceof BooleanValue ? Sql.literal(literal) : literal;
  }

  @Override
  public String whole(StarterSuite.Collection collection) {
    return (collection.hasOwnId() ? "" : "id, ") + "json(doc) AS doc";
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
    }
    if (text.equals("true") || text.equals("false")) {
      return BooleanValue.of(text.equals("true"));
    }
    return JsonForm.instant(text, JsonForm.WRITTEN).orElseGet(() -> new StringValue(text));
  }

  @Override
  public List<String> plan(Connection connection, String text) throws SQLException {
    return SqliteTable.explained(connection, text).plan();
  }
}
