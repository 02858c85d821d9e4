package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import org.docduel.core.server.ServerWay.Workspace.Lease;
import org.docduel.core.server.ServerWay.Workspace.Refused;

/** A run's lease as a lock of one session, which the server frees when the session ends. */
public final class SessionLease implements Lease {
  private final Sql.Question<Connection> opener;
  private final Taking taking;
  private final Sql.Use<Connection> freeing;
  private final Function<SQLException, Refused> refused;
  private Connection connection;

  /** How a database locks. */
  @FunctionalInterface
  public interface Taking {
    /** Takes the lock, or refuses. */
    void take(Connection connection) throws SQLException, Refused;
  }

  /**
   * Takes the lock.
   *
   * @param refused says what to do about a failure
   */
  public SessionLease(
      Sql.Question<Connection> opener,
      Taking taking,
      Sql.Use<Connection> freeing,
      Function<SQLException, Refused> refused)
      throws Refused {
    this.opener = opener;
    this.taking = taking;
    this.freeing = freeing;
    this.refused = refused;
    this.connection = locked();
  }

  private Connection locked() throws Refused {
    try {
      Connection made = opener.ask();
      try {
        taking.take(made);
        return made;
      } catch (SQLException | Refused e) {
        end(made); // it may have a part of the lock
        throw e;
      }
    } catch (SQLException e) {
      throw refused.apply(e);
    }
  }

  /** The session that holds the lock. */
  public synchronized Connection connection() {
    return connection;
  }

  /** By a query: a driver's own test may end at the network, and the lock is the session's. */
  @Override
  public synchronized void confirm() throws Refused {
    try {
      Sql.first(connection, "SELECT 1");
    } catch (SQLException broken) {
      end(connection);
      connection = locked();
    }
  }

  @Override
  public synchronized void close() {
    end(connection);
  }

  /** Frees the lock first: a session ends only some time after its connection. */
  private void end(Connection session) {
    try (session) {
      if (!session.isClosed()) {
        freeing.use(session);
      }
    } catch (SQLException e) {
      // the connection broke, and the server frees the lock when the session ends, however it does
    }
  }
}
