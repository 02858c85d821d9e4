package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Condition;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Field;

/** Suites in a store's words: starter queries, of whose fields it says how, and what any answer. */
public interface SuiteSql {
  /** A field of the current row, 1 for the first, by the driver's name of its type. */
  Value value(ResultSet row, int column, String type) throws SQLException;

  /** How the server plans a query, a line for each step. */
  List<String> plan(Connection connection, String text) throws SQLException;

  /** Whether the driver keeps all rows of an answer in memory. */
  default boolean keepsRows() {
    return false;
  }

  /** What a reader of the file has to know, a comment's line. */
  String head();

  /** The statements that make an index on a table, whose name is quoted; empty for none. */
  List<String> index(String table, StarterSuite.Index index);

  /** A field's value; SQL's null where there is none. */
  String value(Field field);

  /** A field's value where it is compared: as the indexes have it. */
  default String compared(Field field) {
    return value(field);
  }

  /** What a field is compared with; as JSON has it, a text in quotes. */
  default String literal(Field field, Value value) {
    Value json = JsonForm.of(value, PayloadEncoding.TEXT);
    return json instanceof StringValue text ? Sql.literal(text.value()) : JsonBytes.text(json);
  }

  /** That a field's text begins with another. */
  default String startsWith(Field field, String prefix) {
    return value(field) + " LIKE " + Sql.literal(prefix.replaceAll("([\\\\%_])", "\\\\$1") + "%");
  }

  /** That a field's list has an element. */
  String contains(Field field, Value element);

  /** The column {@code doc} without some of its fields. */
  String without(List<Field> fields);

  /**
   * What is selected for whole documents, with the key where they have no {@code id}. JSON has no
   * instants: out of the document they are selected as such.
   */
  default String whole(StarterSuite.Collection collection) {
    List<Field> instants =
        collection.fields().stream().filter(field -> field.kind() == Kind.TIMESTAMP).toList();
    return instants.stream()
        .map(field -> ", " + value(field) + " AS " + name(field))
        .collect(
            Collectors.joining("", (collection.hasOwnId() ? "" : "id, ") + without(instants), ""));
  }

  /** The name of a field's column in an answer. */
  static String name(Field field) {
    return Sql.identifier(String.join(".", field.names()));
  }

  /** The whole file. */
  default String file(StarterSuite suite) {
    StringBuilder file = new StringBuilder("-- " + head() + " The key is id.\n\n");
    file.append("-- index: ").append(suite.index()).append('\n');
    for (StarterSuite.Collection one : suite.collections()) {
      for (StarterSuite.Index index : one.indexes()) {
        index(Sql.identifier(one.name()), index).forEach(sql -> file.append(sql).append(";\n"));
      }
    }
    for (StarterSuite.Collection one : suite.collections()) {
      for (StarterSuite.Named named : one.questions()) {
        file.append("\n-- name: ").append(named.name()).append("  ").append(named.title());
        file.append("\n-- ").append(named.matches());
        file.append('\n').append(sql(one, named.question())).append(";\n");
      }
    }
    return file.toString();
  }

  private String sql(StarterSuite.Collection collection, StarterQuestion question) {
    String from = "\nFROM " + Sql.identifier(collection.name());
    String rows = from + question.where().map(this::where).orElse("");
    if (question instanceof StarterQuestion.Count) {
      return "SELECT count(*) AS n" + rows;
    } else if (question instanceof StarterQuestion.Documents) {
      return "SELECT " + whole(collection) + rows;
    } else if (question instanceof StarterQuestion.Groups groups) {
      String mean = groups.mean().map(of -> ", avg(" + value(of) + ") AS mean").orElse("");
      String counted = value(groups.by()) + " AS value, count(*) AS n" + mean;
      return "SELECT " + counted + rows + "\nGROUP BY 1";
    }
    StarterQuestion.Greatest greatest = (StarterQuestion.Greatest) question;
    String number = value(greatest.number());
    String last = "\nORDER BY " + number + " DESC, id\nLIMIT " + greatest.limit();
    return "SELECT id, " + number + " AS value" + rows + last;
  }

  private String where(Condition where) {
    Field field = where.field();
    return "\nWHERE "
        + switch (where.test()) {
          case EXISTS -> value(field) + " IS NOT NULL";
          case MISSING -> value(field) + " IS NULL";
          case EQUAL -> compared(field) + " = " + literal(field, where.value());
          case AT_LEAST -> compared(field) + " >= " + literal(field, where.value());
          case CONTAINS -> contains(field, where.value());
          case PREFIX -> startsWith(field, ((StringValue) where.value()).value());
        };
  }
}
