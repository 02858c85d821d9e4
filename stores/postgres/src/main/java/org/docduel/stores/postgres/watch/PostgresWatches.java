package org.docduel.stores.postgres.watch;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.docduel.core.server.process.ProcessorTime;
import org.docduel.core.spi.ProcessorWatch;
import org.docduel.core.spi.Watch;
import org.docduel.stores.postgres.sql.SqlErrors;

/** The ways to watch a PostgreSQL server. */
public final class PostgresWatches {
  private static final String PGSTAT = "pgstat";
  private static final String SERVERCPU = "servercpu";

  /** Short name to what is measured, as {@code StoreProvider.profilers} gives it. */
  public static final Map<String, String> NAMES = names();

  private PostgresWatches() {}

  private static Map<String, String> names() {
    Map<String, String> names = new LinkedHashMap<>();
    names.put(
        PGSTAT,
        "PostgreSQL: HOT ratio, dead tuples, heap and index bytes, WAL bytes, autovacuum runs");
    names.put(SERVERCPU, "processor time of the server's processes (local, Linux)");
    return Map.copyOf(names);
  }

  public static Watch open(String profiler, Connection connection, String table, SqlErrors errors)
      throws SQLException {
    return switch (profiler) {
      case PGSTAT -> new TableWatch(connection, table, errors);
      case SERVERCPU -> servercpu(connection);
      default -> throw new UnsupportedOperationException("PostgreSQL has no profiler " + profiler);
    };
  }

  private static Watch servercpu(Connection connection) throws SQLException {
    long postmaster = postmaster(connection);
    return new ProcessorWatch(() -> ProcessorTime.seconds(postmaster));
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
