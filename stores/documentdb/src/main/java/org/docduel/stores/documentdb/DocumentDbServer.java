package org.docduel.stores.documentdb;

import java.util.List;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ContainerRecipe;
import org.docduel.core.server.GivenAddress;
import org.docduel.core.server.ServerFamily;
import org.docduel.stores.postgres.server.PostgresContainer;
import org.docduel.stores.postgres.server.PostgresProfilers;
import org.docduel.stores.postgres.server.PostgresWorkspace;

/** PostgreSQL with the DocumentDB extension. */
final class DocumentDbServer {
  private static final String NAME = "documentdb";

  // FerretDB's image: unlike DocumentDB's own, it publishes PostgreSQL's port, and its superuser
  // may make tables.
  private static final String IMAGE =
      "ghcr.io/ferretdb/postgres-documentdb:17-0.107.0-ferretdb-2.7.0";

  /**
   * The family {@code documentdb}; its addresses are JDBC addresses. Ways: a given address, a
   * container.
   */
  static final ServerFamily FAMILY =
      new ServerFamily(
          NAME,
          List.of(
              new GivenAddress(NAME, new PostgresWorkspace(NAME)),
              PostgresContainer.way(DocumentDbServer::container)),
          PostgresProfilers.NAMES);

  private DocumentDbServer() {}

  static ContainerRecipe container(Settings settings, String password, long memory) {
    String image = settings.get("documentdb.image").orElse(IMAGE);
    return PostgresContainer.recipe(image, settings, password, memory);
  }
}
