package org.docduel.stores.postgres.sql;

import java.sql.Connection;
import java.sql.SQLException;

/** Several statements, all or nothing, on a connection that commits each statement otherwise. */
public final class Transaction {
  private Transaction() {}

  /** Runs the work and commits it, or rolls it back when it throws. */
  public static void run(Connection connection, Work work) throws SQLException {
    connection.setAutoCommit(false);
    try {
      work.run();
      connection.commit();
    } catch (SQLException | RuntimeException e) {
      rollback(connection, e);
      throw e;
    } finally {
      if (!connection.isClosed()) {
        connection.setAutoCommit(true);
      }
    }
  }

  private static void rollback(Connection connection, Exception reason) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      // The connection is gone, and the transaction with it; the first reason is what counts.
      reason.addSuppressed(e);
    }
  }

  /** What a transaction holds. */
  @FunctionalInterface
  public interface Work {
    void run() throws SQLException;
  }
}
