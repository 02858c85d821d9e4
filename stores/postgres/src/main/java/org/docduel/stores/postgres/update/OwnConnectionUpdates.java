package org.docduel.stores.postgres.update;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.docduel.core.spi.Updates;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.sql.SessionConnection;
import org.jspecify.annotations.Nullable;

/**
 * Updates on the session's own connection. After the connection broke, the next update opens
 * another one: a server that was restarted is found again.
 */
public final class OwnConnectionUpdates implements Updates {
  private final SessionConnection session;
  private final UpdateStatement update;
  private final String doing;
  private final SqlErrors errors;
  private @Nullable Connection preparedOn;
  private @Nullable PreparedStatement prepared;

  public OwnConnectionUpdates(
      SessionConnection session, UpdateStatement update, Table table, SqlErrors errors)
      throws SQLException {
    this.session = session;
    this.update = update;
    this.doing = "updating " + table.name();
    this.errors = errors;
    statement();
  }

  @Override
  public long update(long key, long value) {
    try {
      return update.run(statement(), key, value);
    } catch (SQLException e) {
      throw errors.of(doing, e);
    }
  }

  private PreparedStatement statement() throws SQLException {
    Connection connection = session.get();
    PreparedStatement known = prepared;
    if (known != null && connection.equals(preparedOn)) {
      return known;
    }
    PreparedStatement made = connection.prepareStatement(update.sql());
    preparedOn = connection;
    prepared = made;
    return made;
  }
}
