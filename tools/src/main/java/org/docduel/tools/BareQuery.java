package org.docduel.tools;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A prepared query whose rows come in pieces, and its plan, each in a transaction. */
final class BareQuery {
  private static final int FETCH_ROWS = 20_000;
  private static final String EXPLAIN =
      "EXPLAIN (ANALYZE, TIMING OFF, BUFFERS, SETTINGS, FORMAT JSON) ";

  private final Connection connection;
  private final PreparedStatement select;
  private final PreparedStatement explain;

  BareQuery(Connection connection, String sql) throws SQLException {
    this.connection = connection;
    connection.setAutoCommit(false);
    select = connection.prepareStatement(sql);
    select.setFetchSize(FETCH_ROWS);
    explain = connection.prepareStatement(EXPLAIN + sql);
  }

  ResultSet run() throws SQLException {
    return select.executeQuery();
  }

  void commit() throws SQLException {
    connection.commit();
  }

  void explain() throws SQLException {
    explain.execute();
    connection.commit();
  }

  void close() throws SQLException {
    connection.close();
  }
}
