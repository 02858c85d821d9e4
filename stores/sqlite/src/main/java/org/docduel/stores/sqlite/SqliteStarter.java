package org.docduel.stores.sqlite;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.BinaryValue;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.DecimalValue;
import org.docduel.core.model.FloatValue;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.Kind;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.Path;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;
import org.docduel.core.spi.starter.StarterQuestion.Field;
import org.docduel.stores.jdbc.JdbcQuestion;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.StarterSql;

/**
 * Suites in SQLite's words, and their answers. SQLite has neither truth values nor instants: {@code
 * true} and {@code false} as texts, as {@code ->} gives them, are read as truth values, and a text
 * as DocDuel writes an instant as one.
 */
final class SqliteStarter implements StarterSql.Words, JdbcQuestion.Answers {
  private static final Pattern INSTANT =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");

  @Override
  public String head() {
    return "Each document is in the column doc: doc ->> '$.address.city'.";
  }

  @Override
  public List<String> indexes(String table, List<Field> fields) {
    return fields.stream()
        .filter(field -> !isList(field.kind()))
        .map(field -> {
          String name = table.replace("\"", "") + "_" + String.join("_", field.names());
          return "CREATE INDEX "
              + Sql.identifier(name)
              + " ON "
              + table
              + " ("
              + value(field)
              + ")";
        })
        .toList();
  }

  private static boolean isList(Kind kind) {
    return switch (kind) {
      case TEXTS, INTEGERS, DECIMALS, BOOLEANS -> true;
      default -> false;
    };
  }

  @Override
  public String value(Field field) {
    return "(doc " + (field.kind() == Kind.BOOLEAN ? "-> " : "->> ") + path(field) + ")";
  }

  private static String path(Field field) {
    return SqliteTable.path(Path.of(field.names().toArray(new String[0])));
  }

  @Override
  public String elements(Field list) {
    return "json_each(doc, " + path(list) + ") AS element";
  }

  @Override
  public String element(Field list) {
    return list.kind() == Kind.BOOLEANS
        ? "CASE element.value WHEN 1 THEN 'true' ELSE 'false' END"
        : "element.value";
  }

  @Override
  public String equal(Field field, Value given) {
    Value value = JsonForm.of(given, PayloadEncoding.TEXT);
    String literal =
        value instanceof StringValue text
            ? Sql.literal(text.value())
            : value instanceof BooleanValue truth
                ? Sql.literal(String.valueOf(truth.value()))
                : value instanceof IntegerValue number
                    ? String.valueOf(number.value())
                    : ((DecimalValue) value).value().toPlainString();
    return value(field) + " = " + literal;
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
    if (text.equals("true") || text.equals("false")) {
      return BooleanValue.of(text.equals("true"));
    }
    return INSTANT.matcher(text).matches()
        ? new TimestampValue(Instant.parse(text))
        : new StringValue(text);
  }

  @Override
  public List<String> plan(Connection connection, String text) throws SQLException {
    return SqliteTable.plan(connection, text).plan();
  }
}
