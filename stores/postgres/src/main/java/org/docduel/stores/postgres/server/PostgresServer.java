package org.docduel.stores.postgres.server;

import java.util.List;
import org.docduel.core.server.GivenAddress;
import org.docduel.core.server.ServerFamily;

/** PostgreSQL. */
public final class PostgresServer {
  private static final String NAME = "postgres";

  /**
   * The family {@code postgres}; its addresses are JDBC addresses. Ways: a given address, embedded,
   * a container.
   */
  public static final ServerFamily FAMILY =
      new ServerFamily(
          NAME,
          List.of(
              new GivenAddress(NAME, new PostgresWorkspace(NAME)),
              new EmbeddedPostgres(),
              PostgresContainer.way(PostgresContainer::official)),
          PostgresProfilers.NAMES);

  private PostgresServer() {}
}
