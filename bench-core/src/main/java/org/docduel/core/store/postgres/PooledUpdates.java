package org.docduel.core.store.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.docduel.core.spi.Updates;

/**
 * Updates that each borrow a connection, as an application behind a pool does. The driver keeps the
 * prepared statement with the connection.
 */
final class PooledUpdates implements Updates {
  private final ConnectionPool pool;
  private final UpdateStatement update;
  private final String doing;
  private final SqlErrors errors;

  PooledUpdates(ConnectionPool pool, UpdateStatement update, Table table, SqlErrors errors) {
    this.pool = pool;
    this.update = update;
    this.doing = "updating " + table.name();
    this.errors = errors;
  }

  @Override
  public long update(long key, long value) {
    try (Connection connection = pool.borrow();
        PreparedStatement statement = connection.prepareStatement(update.sql())) {
      return update.run(statement, key, value);
    } catch (SQLException e) {
      throw errors.of(doing, e);
    }
  }
}
