package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.docduel.core.config.Waits;

/**
 * What a store does of its own, such as making tables: each piece on a connection that is opened
 * for it, so that none is kept by a store that rests.
 *
 * @param opener opens connections that wait as long as such work takes
 */
public record OwnWork(SessionConnection.Opener opener, SqlErrors errors) {
  /** Something to be asked on a connection. */
  @FunctionalInterface
  public interface Question<T> {
    /** The answer. */
    T ask(Connection connection) throws SQLException;
  }

  /** Something to be done on a connection. */
  @FunctionalInterface
  public interface Action {
    /** Does it. */
    void run(Connection connection) throws SQLException;
  }

  /** Asks; what goes wrong is told as {@code doing}. */
  public <T> T ask(String doing, Question<T> question) {
    try (Connection connection = opener.open()) {
      return question.ask(connection);
    } catch (SQLException e) {
      throw errors.of(doing, SqlErrors.limitedBy(Waits.WORK, e));
    }
  }

  /** Does something. */
  public void run(String doing, Action action) {
    ask(
        doing,
        connection -> {
          action.run(connection);
          return true;
        });
  }
}
