package org.docduel.core.store.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Brings a server to rest: vacuum and statistics of a store's tables, then a checkpoint. */
final class Settling {
  private static final String TABLES =
      "SELECT tablename FROM pg_tables WHERE schemaname = ? AND starts_with(tablename, ?)";

  /** SQLSTATE insufficient_privilege. */
  private static final String NOT_PERMITTED = "42501";

  private Settling() {}

  /**
   * Settles.
   *
   * @param tablePrefix what the names of the store's tables begin with
   * @return whether the checkpoint was permitted; it takes a superuser or the role pg_checkpoint
   */
  static boolean run(Connection connection, String tablePrefix) throws SQLException {
    for (String table : tables(connection, tablePrefix)) {
      Statements.run(
          connection,
          "VACUUM (ANALYZE) " + Sql.identifier(Table.SCHEMA) + "." + Sql.identifier(table));
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

  private static List<String> tables(Connection connection, String prefix) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(TABLES)) {
      statement.setString(1, Table.SCHEMA);
      statement.setString(2, prefix);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          tables.add(rows.getString(1));
        }
      }
    }
    return tables;
  }
}
