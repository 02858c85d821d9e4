package org.docduel.stores.postgres.server;

import java.util.Map;

/** The ways to watch a PostgreSQL server, by the names that {@code -prof} knows. */
public final class PostgresProfilers {
  /** What the server counts of a table. */
  public static final String PGSTAT = "pgstat";

  /** The server's processor time. */
  public static final String SERVERCPU = "servercpu";

  /** Short name to what is measured. */
  public static final Map<String, String> NAMES =
      Map.of(
          PGSTAT,
          "PostgreSQL: HOT ratio, dead tuples, heap and index bytes, WAL bytes, autovacuum runs",
          SERVERCPU,
          "processor time of the server's processes (local, Linux)");

  private PostgresProfilers() {}
}
