package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Function;
import org.docduel.core.server.ServerSource.Workspace.Lease;
import org.docduel.core.server.ServerSource.Workspace.WorkspaceException;

/** A run's lease as a lock of one session, which the server frees when the session ends. */
public final class SessionLease implements Lease {
  private final Sql.SqlSupplier<Connection> opener;
  private final LockAcquirer lockAcquirer;
  private final Sql.SqlConsumer<Connection> release;
  private final Function<SQLException, WorkspaceException> errorTranslator;
  private Connection connection;

  /** How a database locks. */
  @FunctionalInterface
  public interface LockAcquirer {
    /** Takes the lock, or refuses. */
    void acquire(Connection connection) throws SQLException, WorkspaceException;
  }

  /**
   * Takes the lock.
   *
   * @param errorTranslator says what to do about a failure
   */
  public SessionLease(
      Sql.SqlSupplier<Connection> opener,
      LockAcquirer taking,
      Sql.SqlConsumer<Connection> freeing,
      Function<SQLException, WorkspaceException> errorTranslator)
      throws WorkspaceException {
    this.opener = opener;
    this.lockAcquirer = taking;
    this.release = freeing;
    this.errorTranslator = errorTranslator;
    this.connection = locked();
  }

  private Connection locked() throws WorkspaceException {
    try {
      Connection opened = opener.get();
      try {
        lockAcquirer.acquire(opened);
        return opened;
      } catch (SQLException | WorkspaceException e) {
        end(opened); // it may have a part of the lock
        throw e;
      }
    } catch (SQLException e) {
      throw errorTranslator.apply(e);
    }
  }

  /** The session that holds the lock. */
  public synchronized Connection connection() {
    return connection;
  }

  /** By a query: a driver's own test may end at the network, and the lock is the session's. */
  @Override
  public synchronized void verify() throws WorkspaceException {
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
        release.accept(session);
      }
    } catch (SQLException e) {
      // the connection broke, and the server frees the lock when the session ends, however it does
    }
  }
}
