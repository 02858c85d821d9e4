package org.docduel.stores.jdbc;

import java.util.ArrayList;
import java.util.List;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Condition;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Field;

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

    /** The statements that make an index on a table, whose name is quoted; empty for none. */
    List<String> index(String table, StarterSuite.Index index);

    /** A field's value; SQL's null where there is none. */
    String value(Field field);

    /** That a document meets a condition; not for {@code EXISTS} and {@code MISSING}. */
    String condition(Condition where);

    /** What is selected for whole documents, with the key where they have no {@code id}. */
    String whole(StarterSuite.Collection collection);
  }

  /** The whole file. */
  public String file(StarterSuite suite) {
    List<String> lines = new ArrayList<>();
    lines.add("-- " + words.head() + " The key is id.");
    lines.add("");
    lines.add("-- index: " + suite.index());
    for (StarterSuite.Collection one : suite.collections()) {
      for (StarterSuite.Index index : one.indexes()) {
        words.index(Sql.identifier(one.name()), index).forEach(sql -> lines.add(sql + ";"));
      }
    }
    for (StarterSuite.Collection collection : suite.collections()) {
      for (StarterSuite.Named named : collection.questions()) {
        lines.add("");
        lines.add("-- name: " + named.name() + "  " + named.title());
        lines.add("-- " + named.matches());
        lines.add(sql(collection, named.question()) + ";");
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private String sql(StarterSuite.Collection collection, StarterQuestion question) {
    String from = "\nFROM " + Sql.identifier(collection.name());
    if (question instanceof StarterQuestion.Count count) {
      return "SELECT count(*) AS n" + from + count.where().map(this::where).orElse("");
    } else if (question instanceof StarterQuestion.Documents documents) {
      return "SELECT " + words.whole(collection) + from + where(documents.where());
    } else if (question instanceof StarterQuestion.Groups groups) {
      return "SELECT "
          + words.value(groups.by())
          + " AS value, count(*) AS n"
          + groups.mean().map(mean -> ", avg(" + words.value(mean) + ") AS mean").orElse("")
          + from
          + "\nGROUP BY 1";
    }
    StarterQuestion.Greatest greatest = (StarterQuestion.Greatest) question;
    String number = words.value(greatest.number());
    return String.join(
        "\n",
        "SELECT id, " + number + " AS value" + from,
        "WHERE " + number + " IS NOT NULL",
        "ORDER BY " + number + " DESC, id",
        "LIMIT " + greatest.limit());
  }

  private String where(Condition where) {
    return "\nWHERE "
        + switch (where.test()) {
          case EXISTS -> words.value(where.field()) + " IS NOT NULL";
          case MISSING -> words.value(where.field()) + " IS NULL";
          case EQUAL, AT_LEAST, CONTAINS, PREFIX -> words.condition(where);
        };
  }

  /** A text as the pattern of LIKE that every text beginning with it matches. */
  public static String startingWith(String text) {
    return Sql.literal(text.replaceAll("([\\\\%_])", "\\\\$1") + "%");
  }
}
