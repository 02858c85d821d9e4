package org.docduel.stores.postgres.sql;

/** Names and texts inside SQL statements. */
public final class Sql {
  private Sql() {}

  /**
   * A name, whatever characters it has.
   *
   * @param name a table's or column's name
   * @return the name in double quotes
   */
  public static String identifier(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /**
   * A text, whatever characters it has.
   *
   * @param text any text without U+0000
   * @return the text in single quotes, for {@code standard_conforming_strings = on}
   */
  public static String literal(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }
}
