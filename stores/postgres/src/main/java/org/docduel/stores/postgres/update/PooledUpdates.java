package org.docduel.stores.postgres.update;

import java.sql.Connection;
import java.sql.SQLException;
import org.docduel.core.spi.Updates;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.sql.ConnectionPool;

/**
 * Updates that each borrow a connection, as an application behind a pool does. Each connection
 * keeps its prepared statement, as that of a worker does in {@link OwnConnectionUpdates}.
 */
public final class PooledUpdates implements Updates {
  private final ConnectionPool pool;
  private final UpdateStatement update;
  private final String doing;
  private final SqlErrors errors;

  public PooledUpdates(ConnectionPool pool, UpdateStatement update, Table table, SqlErrors errors) {
    this.pool = pool;
    this.update = update;
    this.doing = "updating " + table.name();
    this.errors = errors;
  }

  @Override
  public long update(long key, long value) {
    try (Connection connection = pool.borrow()) {
      return update(connection, key, value);
    } catch (SQLException e) {
      throw errors.of(doing, e);
    }
  }

  private long update(Connection connection, long key, long value) throws SQLException {
    try {
      return update.run(pool.prepared(connection, update.sql()), key, value);
    } catch (SQLException e) {
      pool.failed(connection, e);
      throw e;
    }
  }
}
