package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import org.docduel.stores.postgres.sql.Statements;

/**
 * Brings a server to rest: vacuum and statistics of the tables that a store has used, then a
 * checkpoint.
 */
final class Settling {
  /** SQLSTATE insufficient_privilege. */
  private static final String NOT_PERMITTED = "42501";

  private Settling() {}

  /**
   * Settles.
   *
   * @param tables the names of the tables, with their schemas, quoted; one may be gone
   * @return whether the checkpoint was permitted; it takes a superuser or the role pg_checkpoint
   */
  static boolean run(Connection connection, Set<String> tables) throws SQLException {
    for (String table : tables) {
      if (exists(connection, table)) {
        Statements.run(connection, "VACUUM (ANALYZE) " + table);
      }
    }
    try {
      Statements.run(connection, "CHECKPOINT");
      return true;
    } catch (SQLException e) {
      if (NOT_PERMITTED.equals(e.getSQLState())) {
        return false;
      }
      throw e;
    }
  }

  private static boolean exists(Connection connection, String table) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT to_regclass(?) IS NOT NULL")) {
      statement.setString(1, table);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getBoolean(1);
      }
    }
  }
}
