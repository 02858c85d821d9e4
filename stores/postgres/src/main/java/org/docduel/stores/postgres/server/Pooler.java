package org.docduel.stores.postgres.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.docduel.core.server.ServerSource.Workspace.WorkspaceException;
import org.docduel.stores.jdbc.Sql;
import org.postgresql.PGConnection;

/** A pooler between client and server, such as PgBouncer or Odyssey. */
public final class Pooler {
  /** Why numbers through a pooler are not the server's alone. */
  public static final String FINDING =
      "connections go through a pooler: its time is in what is measured";

  private static final String BACKEND = "SELECT pg_backend_pid()";

  private Pooler() {}

  /**
   * Whether one is between: it gives a client a key of its own for cancelling, and the server's
   * process has another number.
   */
  public static boolean isBetween(Connection connection) throws SQLException {
    int reportedPid = connection.unwrap(PGConnection.class).getBackendPID();
    Optional<String> backend = Sql.first(connection, BACKEND);
    return backend.isPresent() && !backend.get().equals(String.valueOf(reportedPid));
  }

  /**
   * Refuses one that gives a connection another session for each transaction: settings, locks and
   * prepared statements would not stay. Two open connections then share a session.
   */
  static void requireSessions(Connection connection, Connection other)
      throws SQLException, WorkspaceException {
    for (int attempt = 0; attempt < 3; attempt++) {
      if (Sql.first(connection, BACKEND).equals(Sql.first(other, BACKEND))) {
        throw new WorkspaceException(
            "a pooler in transaction or statement mode is between, and a run needs sessions that"
                + " stay",
            "give the address of the server itself, or set pool_mode = session in the pooler");
      }
    }
  }
}
