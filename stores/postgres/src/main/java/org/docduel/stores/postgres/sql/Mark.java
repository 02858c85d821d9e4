package org.docduel.stores.postgres.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The comment on all that the suite makes in a database, which may be somebody else's. What does
 * not carry it is never dropped.
 */
public final class Mark {
  /** The comment. */
  public static final String TEXT = "made by DocDuel";

  private static final String TABLES =
      "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace(?) AND relkind IN ('r',"
          + " 'p') AND (coalesce(obj_description(oid, 'pg_class'), '') = '"
          + TEXT
          + "') = ? ORDER BY relname";

  private Mark() {}

  /**
   * Marks something.
   *
   * @param kind such as {@code TABLE}
   * @param name quoted
   * @return the statement
   */
  public static String on(String kind, String name) {
    return "COMMENT ON " + kind + " " + name + " IS " + Sql.literal(TEXT);
  }

  /**
   * The tables of a schema that carry the mark, or those that do not.
   *
   * @param schema not quoted
   * @param marked which of both
   * @return their names, not quoted; none when there is no such schema
   */
  public static List<String> tables(Connection connection, String schema, boolean marked)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(TABLES)) {
      statement.setString(1, Sql.identifier(schema));
      statement.setBoolean(2, marked);
      List<String> names = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
      return names;
    }
  }
}
