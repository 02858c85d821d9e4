package org.docduel.tools;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.docduel.core.config.ServerAddress;

/**
 * A query on the driver alone: prepared once, ids fetched in portions. As in the harness the server
 * explains it after each execution, outside of its time: what follows a pause is slower than what
 * follows its like.
 */
final class BareRead implements AutoCloseable {
  private static final int FETCH_ROWS = 20_000;
  private static final String EXPLAIN =
      "EXPLAIN (ANALYZE, TIMING OFF, BUFFERS, SETTINGS, FORMAT JSON) ";

  private final Connection connection;
  private final PreparedStatement select;
  private final PreparedStatement explain;
  private long sum;

  BareRead(ServerAddress address, String sql) throws SQLException, IOException {
    connection = DriverManager.getConnection(address.url() + "&prepareThreshold=1");
    ReadSession.begin(connection);
    connection.setAutoCommit(false);
    select = connection.prepareStatement(sql);
    select.setFetchSize(FETCH_ROWS);
    explain = connection.prepareStatement(EXPLAIN + sql);
  }

  /** Milliseconds of one execution, every id received. */
  double run() throws SQLException {
    long start = System.nanoTime();
    try (ResultSet ids = select.executeQuery()) {
      while (ids.next()) {
        sum += ids.getLong(1);
      }
    }
    connection.commit();
    double millis = (System.nanoTime() - start) / 1e6;
    explain.execute();
    connection.commit();
    return millis;
  }

  /** The sum of all ids received, so that they have to be looked at. */
  long sum() {
    return sum;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
