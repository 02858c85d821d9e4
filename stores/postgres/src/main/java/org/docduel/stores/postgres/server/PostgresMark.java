package org.docduel.stores.postgres.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.stores.jdbc.Sql;
import org.postgresql.util.PSQLException;

/**
 * The comment on all that the suite makes in a database, which may be somebody else's. What does
 * not carry it is never dropped.
 */
public final class PostgresMark {
  /** The comment. */
  public static final String TEXT = "made by DocDuel";

  private static final String TABLES =
      "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace(?) AND relkind IN ('r',"
          + " 'p') AND (coalesce(obj_description(oid, 'pg_class'), '') = '"
          + TEXT
          + "') = ?::boolean ORDER BY relname";

  /** SQLSTATE dependent_objects_still_exist and object_in_use. */
  private static final Set<String> STILL_NEEDED = Set.of("2BP01", "55006");

  private PostgresMark() {}

  /**
   * The comment on what belongs to a space and does not bear its name alone: {@code docduel_x} may
   * be a space of its own, or the suite x of another.
   */
  public static String of(String space) {
    return TEXT + " for " + space;
  }

  /** The statement that marks something, such as a {@code TABLE}, by its quoted name. */
  public static String on(String kind, String name) {
    return on(kind, name, TEXT);
  }

  /** The same with that of a space. */
  public static String on(String kind, String name, String comment) {
    return "COMMENT ON " + kind + " " + name + " IS " + Sql.literal(comment);
  }

  /** Drops tables of ours together, which may refer to each other, and nothing else. */
  public static void drop(Connection connection, String schema, List<String> tables)
      throws SQLException {
    if (!tables.isEmpty()) {
      String names =
          tables.stream()
              .map(table -> Sql.identifier(schema) + "." + Sql.identifier(table))
              .collect(Collectors.joining(", "));
      Sql.run(connection, "DROP TABLE " + names + " RESTRICT");
    }
  }

  /**
   * What keeps something of ours from being dropped, such as {@code view public.v depends on table
   * docduel.t} or {@code There is 1 other session using the database.}; empty for other failures.
   */
  public static Optional<String> inTheWay(SQLException e) {
    if (!STILL_NEEDED.contains(String.valueOf(e.getSQLState()))) {
      return Optional.empty();
    }
    String detail =
        e instanceof PSQLException server && server.getServerErrorMessage() != null
            ? server.getServerErrorMessage().getDetail()
            : null;
    return Optional.of(
        detail == null ? "something depends on it" : detail.lines().findFirst().orElse(detail));
  }

  /** The tables of a schema that carry the mark, or those that do not. No name is quoted. */
  public static List<String> tables(Connection connection, String schema, boolean marked)
      throws SQLException {
    String quoted = Sql.identifier(schema);
    return Sql.rows(connection, TABLES, row -> row.getString(1), quoted, String.valueOf(marked));
  }
}
