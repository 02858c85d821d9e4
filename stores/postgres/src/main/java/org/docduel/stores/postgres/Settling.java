package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.citus.Citus;
import org.docduel.stores.postgres.sql.Findings;
import org.docduel.stores.postgres.sql.PostgresErrors;

/**
 * Brings a server to rest: vacuum, which freezes all rows, and statistics of the tables that a
 * store has used, then a checkpoint. What the server lacks or does not permit is left out, and a
 * finding says so.
 */
record Settling(Connection connection, Findings findings) {
  private static final String CHECKPOINT = "CHECKPOINT";

  /** Something that a server may refuse. */
  @FunctionalInterface
  private interface Step {
    void run() throws SQLException;
  }

  /**
   * Settles.
   *
   * @param tables the names of the tables, with their schemas, quoted; one may be gone
   * @param cluster whether the tables lie on the workers of a cluster
   */
  void run(Set<String> tables, boolean cluster) throws SQLException {
    for (String table : tables) {
      if (exists(table)) {
        step(
            "VACUUM",
            () -> Sql.run(connection, "VACUUM (ANALYZE, FREEZE, DISABLE_PAGE_SKIPPING) " + table));
      }
    }
    step(CHECKPOINT, () -> Sql.run(connection, CHECKPOINT));
    if (cluster) {
      step(CHECKPOINT, () -> Citus.askWorkers(connection, CHECKPOINT));
    }
  }

  private void step(String what, Step step) throws SQLException {
    try {
      step.run();
    } catch (SQLException e) {
      Optional<String> refusal = PostgresErrors.refusal(e);
      if (refusal.isEmpty()) {
        throw e;
      }
      findings.add("measurements begin without a " + what + ": " + refusal.get());
    }
  }

  private boolean exists(String table) throws SQLException {
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
