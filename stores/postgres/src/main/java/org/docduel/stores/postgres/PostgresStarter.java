package org.docduel.stores.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Kind;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;
import org.docduel.core.spi.starter.StarterQuestion.Field;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.StarterSql;
import org.docduel.stores.postgres.column.Column;
import org.docduel.stores.postgres.column.ColumnType;
import org.docduel.stores.postgres.layout.JsonLayout;

/**
 * Starter queries in PostgreSQL's words.
 *
 * @param typed whether fields are columns; otherwise they are in a jsonb column, {@code doc}
 */
record PostgresStarter(boolean typed) implements StarterSql.Words {
  @Override
  public String head() {
    return typed
        ? "Each field is a column, named by its path: \"address.city\"."
        : "Each document is in the jsonb column doc: doc->'address'->>'city'.";
  }

  @Override
  public List<String> indexes(String table, List<Field> fields) {
    List<String> statements = new ArrayList<>();
    String on = "CREATE INDEX ON " + table;
    if (!typed) {
      statements.add(on + " USING gin (doc jsonb_path_ops)");
    }
    for (Field field : fields) {
      if (typed) {
        statements.add(on + (isList(field) ? " USING gin (" : " (") + value(field) + ")");
      } else if (!isList(field) && field.kind() != Kind.TIMESTAMP) {
        statements.add(on + " ((" + value(field) + "))");
      }
    }
    return statements;
  }

  private static boolean isList(Field field) {
    return switch (field.kind()) {
      case TEXTS, INTEGERS, DECIMALS, BOOLEANS -> true;
      default -> false;
    };
  }

  @Override
  public String value(Field field) {
    return typed
        ? Sql.identifier(Column.name(field.names()))
        : cast(field.kind()).isEmpty()
            ? inside(field, "->>")
            : "(" + inside(field, "->>") + ")" + cast(field.kind());
  }

  private static String inside(Field field, String last) {
    int size = field.names().size();
    StringBuilder sql = new StringBuilder("doc");
    for (int i = 0; i < size; i++) {
      sql.append(i == size - 1 ? last : "->").append(Sql.literal(field.names().get(i)));
    }
    return sql.toString();
  }

  /** From the text that {@code ->>} gives. */
  private static String cast(Kind kind) {
    return switch (kind) {
      case INTEGER, INTEGERS -> "::bigint";
      case DECIMAL, DECIMALS -> "::numeric";
      case BOOLEAN, BOOLEANS -> "::boolean";
      case TIMESTAMP -> "::timestamptz";
      default -> "";
    };
  }

  /** A null has no elements, and jsonb refuses to look for them. */
  @Override
  public String elements(Field list) {
    return (typed
            ? "unnest(" + value(list) + ")"
            : "jsonb_array_elements_text(NULLIF(" + inside(list, "->") + ", 'null'))")
        + " AS element";
  }

  @Override
  public String element(Field list) {
    return "element" + (typed ? "" : cast(list.kind()));
  }

  @Override
  public String equal(Field field, Value given) {
    if (!typed) {
      Value around = given;
      for (int i = field.names().size() - 1; i >= 0; i--) {
        around = ObjectValue.of(Map.of(field.names().get(i), around));
      }
      return "doc @> " + Sql.literal(JsonLayout.json(around));
    }
    String type = ColumnType.of(field.kind(), PayloadEncoding.TEXT).sql();
    Value value = JsonForm.of(given, PayloadEncoding.TEXT);
    return value(field)
        + " = "
        + (value instanceof StringValue text
            ? (field.kind() == Kind.TEXT ? "" : type + " ") + Sql.literal(text.value())
            : JsonLayout.json(value));
  }
}
