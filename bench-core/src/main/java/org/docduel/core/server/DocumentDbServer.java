package org.docduel.core.server;

import java.util.List;

/** PostgreSQL with the DocumentDB extension. */
public final class DocumentDbServer {
  private static final String NAME = "documentdb";

  /**
   * The family {@code documentdb}; its addresses are JDBC addresses. Ways: a given address, a
   * container.
   */
  public static final ServerFamily FAMILY =
      new ServerFamily(
          NAME,
          List.of(
              new GivenAddress(NAME, new PostgresLogin()),
              new ContainerWay(ContainerRecipes::documentDb, PostgresLogin::requireFsync)));

  private DocumentDbServer() {}
}
