package org.docduel.core.server;

import java.util.List;

/** PostgreSQL. */
public final class PostgresServer {
  /** The family {@code postgres}; addresses are JDBC addresses. */
  public static final ServerFamily FAMILY =
      new ServerFamily("postgres", List.of(new EmbeddedPostgres()));

  private PostgresServer() {}
}
