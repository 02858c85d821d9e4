package org.docduel.stores.postgres.watch;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.docduel.core.server.ProcessorTime;
import org.docduel.core.spi.Watch;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.server.PostgresProfilers;

/** The ways to watch a PostgreSQL server. */
public final class PostgresWatches {
  private PostgresWatches() {}

  /**
   * Opens a watch.
   *
   * @param profiler one of {@link PostgresProfilers}
   * @param connection to the server, for this watch alone
   * @param table what is worked on
   * @param errors makes the messages
   * @return the watch
   * @throws SQLException when the server does not answer
   * @throws UnsupportedOperationException when this server cannot be watched so
   */
  public static Watch open(String profiler, Connection connection, Table table, SqlErrors errors)
      throws SQLException {
    return switch (profiler) {
      case PostgresProfilers.PGSTAT ->
          new TableWatch(
              table.distribution().isDistributed()
                  ? new ShardCounters(connection, table.name())
                  : new TableCounters(connection, table.name()),
              table.name(),
              errors);
      case PostgresProfilers.SERVERCPU -> servercpu(connection);
      default -> throw new UnsupportedOperationException("PostgreSQL has no profiler " + profiler);
    };
  }

  private static Watch servercpu(Connection connection) throws SQLException {
    long postmaster = postmaster(connection);
    return Watch.processor(() -> ProcessorTime.seconds(postmaster));
  }

  /** The parent of the process that serves a connection. */
  private static long postmaster(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      long backend = row.getLong(1);
      return ProcessHandle.of(backend)
          .filter(handle -> ProcessorTime.runs(handle, "postgres"))
          .flatMap(ProcessHandle::parent)
          .map(ProcessHandle::pid)
          .orElseThrow(() ->
              new UnsupportedOperationException(
                  "the server's processes cannot be seen from here: it runs on another host, in a"
                      + " container, or not on Linux"));
    }
  }
}
