package org.docduel.stores.postgres.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.StoreException;
import org.postgresql.jdbc.PgConnection;

/** The connections that all sessions of a store share: HikariCP, of a fixed size. */
public final class ConnectionPool implements AutoCloseable {
  /** How often a worker that waits looks whether there is anything to wait for. */
  private static final Duration WAIT = Duration.ofSeconds(5);

  private static final String ROOM =
      "SELECT current_setting('max_connections')::int"
          + " - current_setting('superuser_reserved_connections')::int"
          + " - (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')";

  /** Classes of SQLSTATE after which a connection is of no use: it broke, or the server ends it. */
  private static final List<String> ENDED = List.of("08", "57P");

  private final HikariDataSource pool;
  private final long waits = Waits.ofProcess().answer().dividedBy(WAIT);
  private final KeptStatements statements = new KeptStatements();

  private ConnectionPool(HikariDataSource pool) {
    this.pool = pool;
  }

  /**
   * Opens a pool.
   *
   * @param connections how connections are opened
   * @param size how many
   * @throws StoreException when the server does not take so many
   */
  public static ConnectionPool open(String store, Connections connections, int size)
      throws SQLException {
    try (Connection connection = connections.forWork();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(ROOM)) {
      row.next();
      if (row.getInt(1) < size) {
        throw new StoreException(
            store
                + ": pool="
                + size
                + " is more than the "
                + row.getInt(1)
                + " connections that the server has left; raise its max_connections or lower -p"
                + " pool");
      }
    }
    HikariConfig config = new HikariConfig();
    config.setPoolName("docduel-" + store);
    config.setDataSource(new ConnectionSource(connections));
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(size);
    config.setConnectionTimeout(WAIT.toMillis());
    config.setMaxLifetime(0);
    try {
      return new ConnectionPool(new HikariDataSource(config));
    } catch (HikariPool.PoolInitializationException e) {
      throw new SQLException(PostgresErrors.said(e.getCause() == null ? e : e.getCause()), e);
    }
  }

  /**
   * Waits for a connection while others use all of them.
   *
   * @throws SQLException when the limit for an answer has passed, or after five seconds when the
   *     pool has none and gets none: the server is gone
   */
  public Connection borrow() throws SQLException {
    for (int wait = 1; ; wait++) {
      try {
        return pool.getConnection();
      } catch (SQLTransientConnectionException e) {
        if (wait > waits || pool.getHikariPoolMXBean().getTotalConnections() == 0) {
          throw e;
        }
      }
    }
  }

  /** A statement of a borrowed connection, which keeps it: not to be closed. */
  public PreparedStatement prepared(Connection borrowed, String sql) throws SQLException {
    return statements.on(borrowed.unwrap(PgConnection.class), sql);
  }

  /**
   * Has the pool replace a borrowed connection if it cannot be used again. The pool does not see
   * what its connections' own statements throw.
   *
   * @param failure what the connection's statement threw
   */
  public void failed(Connection borrowed, SQLException failure) throws SQLException {
    String state = String.valueOf(failure.getSQLState());
    if (ENDED.stream().anyMatch(state::startsWith)
        || borrowed.unwrap(PgConnection.class).isClosed()) {
      pool.evictConnection(borrowed);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
