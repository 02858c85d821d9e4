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
import org.docduel.core.spi.starter.StarterQuestion;
import org.docduel.core.spi.starter.StarterQuestion.Field;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.column.Column;
import org.docduel.stores.postgres.column.ColumnType;
import org.docduel.stores.postgres.layout.JsonLayout;

/**
 * Starter questions in SQL.
 *
 * @param typed whether fields are columns; otherwise they are in a jsonb column, {@code doc}
 */
record StarterSql(boolean typed) {
  /** The whole file. */
  String file(StarterSuite suite) {
    List<String> lines = new ArrayList<>();
    lines.add(
        typed
            ? "-- Each field is a column, named by its path: \"address.city\". The key is id."
            : "-- Each document is in the jsonb column doc: doc->'address'->>'city'. The key is id.");
    lines.add("");
    lines.add("-- index: " + suite.index());
    suite.collections().forEach(one -> lines.addAll(indexes(one)));
    for (StarterSuite.Collection collection : suite.collections()) {
      for (StarterSuite.Named named : collection.questions()) {
        lines.add("");
        lines.add("-- name: " + named.name() + "  " + named.title());
        lines.add(sql(Sql.identifier(collection.name()), named.question()) + ";");
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private List<String> indexes(StarterSuite.Collection collection) {
    List<String> statements = new ArrayList<>();
    String on = "CREATE INDEX ON " + Sql.identifier(collection.name());
    if (!typed) {
      statements.add(on + " USING gin (doc jsonb_path_ops);");
    }
    for (Field field : collection.indexed()) {
      if (typed) {
        statements.add(on + (isList(field) ? " USING gin (" : " (") + value(field) + ");");
      } else if (!isList(field) && field.kind() != Kind.TIMESTAMP) {
        statements.add(on + " ((" + value(field) + "));");
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

  private String sql(String table, StarterQuestion question) {
    if (question instanceof StarterQuestion.CountBy by) {
      return grouped(value(by.by()), "", "FROM " + table);
    } else if (question instanceof StarterQuestion.SumBy by) {
      String number = value(by.number());
      return grouped(
          value(by.by()),
          ", sum(" + number + ") AS total",
          "FROM " + table + "\nWHERE " + number + " IS NOT NULL");
    } else if (question instanceof StarterQuestion.CountEqual equal) {
      return "SELECT count(*) AS n\nFROM " + table + "\nWHERE " + condition(equal);
    } else if (question instanceof StarterQuestion.Greatest greatest) {
      String number = value(greatest.number());
      return "SELECT id, "
          + number
          + " AS value\nFROM "
          + table
          + "\nWHERE "
          + number
          + " IS NOT NULL\nORDER BY "
          + number
          + " DESC, id\nLIMIT "
          + greatest.limit();
    } else if (question instanceof StarterQuestion.CountElements elements) {
      return grouped(
          "element" + (typed ? "" : cast(elements.list().kind())),
          "",
          "FROM " + table + ", " + elements(elements.list()) + " AS element");
    } else if (question instanceof StarterQuestion.CountWithout without) {
      return "SELECT count(*) AS n\nFROM "
          + table
          + "\nWHERE "
          + value(without.field())
          + " IS NULL";
    }
    return "SELECT count(*) AS n\nFROM " + table;
  }

  private static String grouped(String key, String more, String from) {
    return "SELECT " + key + " AS value, count(*) AS n" + more + "\n" + from + "\nGROUP BY 1";
  }

  private String value(Field field) {
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
  private String elements(Field list) {
    return typed
        ? "unnest(" + value(list) + ")"
        : "jsonb_array_elements_text(NULLIF(" + inside(list, "->") + ", 'null'))";
  }

  private String condition(StarterQuestion.CountEqual equal) {
    Field field = equal.field();
    if (!typed) {
      Value around = equal.value();
      for (int i = field.names().size() - 1; i >= 0; i--) {
        around = ObjectValue.of(Map.of(field.names().get(i), around));
      }
      return "doc @> " + Sql.literal(JsonLayout.json(around));
    }
    String type = ColumnType.of(field.kind(), PayloadEncoding.TEXT).sql();
    Value value = JsonForm.of(equal.value(), PayloadEncoding.TEXT);
    return value(field)
        + " = "
        + (value instanceof StringValue text
            ? (field.kind() == Kind.TEXT ? "" : type + " ") + Sql.literal(text.value())
            : JsonLayout.json(value));
  }
}
