package org.docduel.stores.postgres;

import static java.util.stream.Collectors.joining;

import java.util.List;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Field;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.StarterSql;

/**
 * Starter queries in PostgreSQL's words.
 *
 * @param typed whether fields are columns; otherwise they are in a jsonb column, {@code doc}
 */
record PostgresStarter(boolean typed) implements StarterSql {
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
            + StarterSql.super.literal(field, element)
            + "]::"
            + ColumnType.of(field.kind(), PayloadEncoding.TEXT).sql()
        : inside(field, "->") + " @> " + Sql.literal(JsonBytes.text(ArrayValue.of(element)));
  }

  @Override
  public String literal(Field field, Value value) {
    String literal = StarterSql.super.literal(field, value);
    return typed && field.kind() == Kind.TIMESTAMP ? "timestamptz " + literal : literal;
  }

  /** JSON has no instants: out of the document they are selected as such. */
  @Override
  public String whole(StarterSuite.Collection collection) {
    String key = collection.hasOwnId() ? "" : "id, ";
    if (!typed) {
      StringBuilder rest = new StringBuilder(key + "doc");
      StringBuilder instants = new StringBuilder();
      for (Field field : collection.fields()) {
        if (field.kind() == Kind.TIMESTAMP) {
          rest.append(" #- ARRAY[")
              .append(field.names().stream().map(Sql::literal).collect(joining(", ")))
              .append(']');
          instants.append(", ").append(value(field)).append(" AS ").append(name(field));
        }
      }
      return rest + (instants.isEmpty() ? "" : " AS doc") + instants;
    }
    boolean renamed =
        collection.fields().stream().anyMatch(field -> value(field).startsWith("\"\\"));
    return renamed
        ? key
            + collection.fields().stream()
                .map(field ->
                    value(field) + (value(field).equals(name(field)) ? "" : " AS " + name(field)))
                .collect(joining(", "))
        : "*";
  }

  private static String name(Field field) {
    return Sql.identifier(String.join(".", field.names()));
  }
}
