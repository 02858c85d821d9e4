package org.docduel.stores.postgres.sql;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** {@link Connections} as a pool wants them. */
final class ConnectionSource implements DataSource {
  private final Connections connections;

  ConnectionSource(Connections connections) {
    this.connections = connections;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return connections.forBatches();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the address has the login");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {
    // Exceptions say what happens here.
  }

  @Override
  public void setLoginTimeout(int seconds) {
    // Connections have a limit of their own.
  }

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("no logger");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("nothing is wrapped");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
