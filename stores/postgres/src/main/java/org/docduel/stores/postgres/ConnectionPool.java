package org.docduel.stores.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.stores.jdbc.JdbcSystem;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.server.PostgresErrors;
import org.postgresql.ds.PGSimpleDataSource;

/** The connections that all sessions of a store share: HikariCP, of a fixed size. */
final class ConnectionPool implements AutoCloseable {
  /** How often a worker that waits looks whether there is anything to wait for. */
  private static final Duration WAIT = Duration.ofSeconds(5);

  private static final String AVAILABLE_CONNECTIONS = Sql.file(ConnectionPool.class, "room.sql");

  private final SqlErrors errors;
  private final HikariDataSource pool;
  private final long waits = Waits.ofProcess().answer().dividedBy(WAIT);

  ConnectionPool(PostgresSystem system, int size) throws SQLException {
    this.errors = system.errors();
    try (Connection connection = system.open(true)) {
      int available = Sql.rows(connection, AVAILABLE_CONNECTIONS, row -> row.getInt(1)).get(0);
      if (available < size) {
        throw errors.storeException(
            "pool=%d is more than the %d connections that the server has left; raise its"
                    .formatted(size, available)
                + " max_connections, or the limit of the database or the role, or lower -p pool");
      }
    }
    HikariConfig config = new HikariConfig();
    config.setPoolName("docduel-" + errors.store());
    config.setDataSource(
        new PGSimpleDataSource() {
          // The store's own, with its settings and limits.
          @Override
          public Connection getConnection() throws SQLException {
            return system.open(false);
          }
        });
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(size);
    config.setConnectionTimeout(WAIT.toMillis());
    config.setMaxLifetime(0);
    try {
      pool = new HikariDataSource(config);
    } catch (HikariPool.PoolInitializationException e) {
      throw new SQLException(PostgresErrors.message(e.getCause() == null ? e : e.getCause()), e);
    }
  }

  /**
   * Changes that each borrow a connection, as an application behind a pool does. The driver keeps
   * the statement prepared with the connection; the pool replaces one that broke.
   */
  Updates updates(String operation, JdbcSystem.Table.Update update) {
    return (key, value) -> {
      try (Connection connection = borrow();
          PreparedStatement statement = connection.prepareStatement(update.sql())) {
        update.change().set(statement, key, value);
        return statement.executeLargeUpdate();
      } catch (RejectedDocumentException | SQLException e) {
        throw errors.sending(operation, e);
      }
    };
  }

  /**
   * Waits for a connection while others use all of them.
   *
   * @throws SQLException when the limit for an answer has passed, or after five seconds when the
   *     pool has none and gets none: the server is gone
   */
  Connection borrow() throws SQLException {
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

  @Override
  public void close() {
    pool.close();
  }
}
