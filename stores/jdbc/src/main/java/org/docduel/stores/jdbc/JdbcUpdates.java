package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.docduel.core.spi.Session.Deletes;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.jspecify.annotations.Nullable;

/**
 * Updates on the session's own connection. After the connection broke, the next update opens
 * another one: a server that was restarted is found again.
 */
public final class JdbcUpdates implements Updates {
  private final SessionConnection session;
  private final Statement update;
  private final String doing;
  private final SqlErrors errors;
  private @Nullable Connection preparedOn;
  private @Nullable PreparedStatement prepared;

  /** Prepares the statement; {@code doing} is what is done, for messages. */
  public JdbcUpdates(SessionConnection session, Statement update, String doing, SqlErrors errors) {
    this.session = session;
    this.update = update;
    this.doing = doing;
    this.errors = errors;
    try {
      statement();
    } catch (SQLException e) {
      throw errors.of("preparing " + doing, e);
    }
  }

  /** Deletes on the session's own connection; the id is the statement's one parameter. */
  static Deletes deletes(SessionConnection session, String sql, JdbcSystem system, String doing) {
    Statement delete =
        new Statement() {
          @Override
          public String sql() {
            return sql;
          }

          @Override
          public long run(PreparedStatement statement, long id, long ignored) throws SQLException {
            statement.setLong(1, id);
            long[] removed = new long[1];
            system.inTurn(() -> removed[0] = statement.executeUpdate());
            return removed[0];
          }
        };
    JdbcUpdates deletes = new JdbcUpdates(session, delete, doing, system.errors());
    return id -> deletes.update(id, 0);
  }

  /** The statement of an update and its parameters. For one thread. */
  public interface Statement {
    /** The statement. */
    String sql();

    /** Runs it and returns the number of documents that had the key. */
    long run(PreparedStatement statement, long key, long value) throws SQLException;
  }

  @Override
  public long update(long key, long value) {
    try {
      return update.run(statement(), key, value);
    } catch (RejectedDocumentException e) {
      throw errors.named(e);
    } catch (SQLException e) {
      throw errors.ofDocuments(doing, e);
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
