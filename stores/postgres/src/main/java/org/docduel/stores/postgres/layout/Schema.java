package org.docduel.stores.postgres.layout;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.postgres.sql.Sql;
import org.docduel.stores.postgres.sql.Statements;
import org.docduel.stores.postgres.sql.Transaction;

/**
 * The schema that holds the suite's tables. The server may be somebody else's: every table of the
 * suite carries a mark, and a table without it is never dropped.
 */
public final class Schema {
  /** The comment on every table of the suite. */
  static final String MARK = "made by DocDuel";

  /** IF NOT EXISTS does not keep two runs on one server from colliding; this lock does. */
  private static final long LOCK = 0x646F636475656CL;

  private static final String HAS_SCHEMA = "SELECT to_regnamespace(?) IS NOT NULL";
  private static final String HAS_EXTENSION =
      "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = ?)";
  private static final String TRIGRAMS = "pg_trgm";
  private static final String COMMENT =
      "SELECT coalesce(obj_description(oid, 'pg_class'), '') FROM pg_class WHERE oid ="
          + " to_regclass(?)";

  private Schema() {}

  /**
   * Makes a table, in place of one that an earlier run has left.
   *
   * @param connection to the server
   * @param table the table
   * @param statements make it
   * @throws SQLException when the server refuses
   * @throws StoreException when there is a table of that name that the suite did not make
   */
  public static void make(Connection connection, Table table, List<String> statements)
      throws SQLException {
    Transaction.run(connection, () -> prepare(connection, table));
    Optional<String> comment = ask(connection, COMMENT, table.name());
    if (comment.isPresent() && !comment.get().equals(MARK)) {
      throw new StoreException(
          "the table "
              + table.name()
              + " is not DocDuel's, which would replace it; rename it, or mark it: COMMENT ON TABLE"
              + " "
              + table.name()
              + " IS "
              + Sql.literal(MARK));
    }
    Statements.run(connection, table.drop());
    Statements.run(connection, statements);
  }

  /** What is there already needs no right to make it. */
  private static void prepare(Connection connection, Table table) throws SQLException {
    Statements.run(connection, "SELECT pg_advisory_xact_lock(" + LOCK + ")");
    List<String> missing = new ArrayList<>();
    if (!is(connection, HAS_SCHEMA, table.schema())) {
      missing.add("CREATE SCHEMA " + Sql.identifier(table.schema()));
    }
    if (table.indexes().stream().anyMatch(IndexMethods::needsTrigrams)
        && !is(connection, HAS_EXTENSION, TRIGRAMS)) {
      missing.add("CREATE EXTENSION " + TRIGRAMS);
    }
    Statements.run(connection, missing);
  }

  private static boolean is(Connection connection, String question, String name)
      throws SQLException {
    return ask(connection, question, name).filter("t"::equals).isPresent();
  }

  private static Optional<String> ask(Connection connection, String question, String name)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(question)) {
      statement.setString(1, name);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
      }
    }
  }
}
