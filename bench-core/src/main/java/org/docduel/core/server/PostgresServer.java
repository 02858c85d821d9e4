package org.docduel.core.server;

import java.util.List;

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
              new GivenAddress(NAME, new PostgresLogin()),
              new EmbeddedPostgres(),
              new ContainerWay(ContainerRecipes::postgres, PostgresLogin::requireFsync)));

  private PostgresServer() {}
}
