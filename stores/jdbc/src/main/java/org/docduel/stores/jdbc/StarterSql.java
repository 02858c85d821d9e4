package org.docduel.stores.jdbc;

import java.util.ArrayList;
import java.util.List;
import org.docduel.core.model.Value;
import org.docduel.core.spi.starter.StarterQuestion;
import org.docduel.core.spi.starter.StarterQuestion.Field;
import org.docduel.core.spi.starter.StarterSuite;

/**
 * Starter queries in SQL.
 *
 * @param words how a store writes fields
 */
public record StarterSql(Words words) {
  /** How a store writes fields. */
  public interface Words {
    /** What a reader of the file has to know, a comment's line. */
    String head();

    /** The indexes of a table, whose name is quoted. */
    List<String> indexes(String table, List<Field> fields);

    /** A field's value; SQL's null where there is none. */
    String value(Field field);

    /** What follows a table and a comma in FROM: the elements of a list. */
    String elements(Field list);

    /** An element of {@link #elements}. */
    String element(Field list);

    /** That a field has a value. */
    String equal(Field field, Value value);
  }

  /** The whole file. */
  public String file(StarterSuite suite) {
    List<String> lines = new ArrayList<>();
    lines.add("-- " + words.head() + " The key is id.");
    lines.add("");
    lines.add("-- index: " + suite.index());
    for (StarterSuite.Collection one : suite.collections()) {
      words.indexes(Sql.identifier(one.name()), one.indexed()).forEach(sql -> lines.add(sql + ";"));
    }
    for (StarterSuite.Collection collection : suite.collections()) {
      for (StarterSuite.Named named : collection.questions()) {
        lines.add("");
        lines.add("-- name: " + named.name() + "  " + named.title());
        lines.add(sql(Sql.identifier(collection.name()), named.question()) + ";");
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private String sql(String table, StarterQuestion question) {
    String from = "FROM " + table;
    if (question instanceof StarterQuestion.CountBy by) {
      return grouped(words.value(by.by()), "", from);
    } else if (question instanceof StarterQuestion.SumBy by) {
      String number = words.value(by.number());
      return grouped(
          words.value(by.by()),
          ", sum(" + number + ") AS total",
          from + "\nWHERE " + number + " IS NOT NULL");
    } else if (question instanceof StarterQuestion.CountEqual equal) {
      return count(from + "\nWHERE " + words.equal(equal.field(), equal.value()));
    } else if (question instanceof StarterQuestion.Greatest greatest) {
      String number = words.value(greatest.number());
      return String.join(
          "\n",
          "SELECT id, " + number + " AS value",
          from,
          "WHERE " + number + " IS NOT NULL",
          "ORDER BY " + number + " DESC, id",
          "LIMIT " + greatest.limit());
    } else if (question instanceof StarterQuestion.CountElements elements) {
      Field list = elements.list();
      return grouped(words.element(list), "", from + ", " + words.elements(list));
    } else if (question instanceof StarterQuestion.CountWithout without) {
      return count(from + "\nWHERE " + words.value(without.field()) + " IS NULL");
    }
    return count(from);
  }

  private static String count(String from) {
    return "SELECT count(*) AS n\n" + from;
  }

  private static String grouped(String key, String more, String from) {
    return "SELECT " + key + " AS value, count(*) AS n" + more + "\n" + from + "\nGROUP BY 1";
  }
}
