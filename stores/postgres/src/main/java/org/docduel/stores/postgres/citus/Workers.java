package org.docduel.stores.postgres.citus;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Asks the worker nodes of a cluster. */
public final class Workers {
  private static final String ASK =
      "SELECT nodename || ':' || nodeport, success, result FROM run_command_on_workers(?)";

  private Workers() {}

  /**
   * Runs a command on each of them.
   *
   * @param connection to the coordinator
   * @param command one that gives at most one row of one column
   * @return the answers by node
   * @throws SQLException when the coordinator or a worker refuses
   */
  public static Map<String, String> ask(Connection connection, String command) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ASK)) {
      statement.setString(1, command);
      try (ResultSet rows = statement.executeQuery()) {
        Map<String, String> answers = new LinkedHashMap<>();
        while (rows.next()) {
          if (!rows.getBoolean(2)) {
            throw new SQLException("worker " + rows.getString(1) + ": " + rows.getString(3));
          }
          answers.put(rows.getString(1), rows.getString(3));
        }
        return answers;
      }
    }
  }
}
