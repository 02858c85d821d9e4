package org.docduel.stores.documentdb;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.server.ContainerRecipe;
import org.docduel.core.server.ExternalServer;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.PostgresProvider;
import org.docduel.stores.postgres.ServerFacts;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.stores.postgres.server.PostgresWorkspace;

/** The store {@code documentdb}: documents in a column of DocumentDB's type {@code bson}. */
public final class DocumentDbProvider extends PostgresProvider {
  private static final String NAME = "documentdb";

  // FerretDB's image: unlike DocumentDB's own, it publishes PostgreSQL's port, and its superuser
  // may make tables.
  private static final String IMAGE =
      "ghcr.io/ferretdb/postgres-documentdb:17-0.107.0-ferretdb-2.7.0";

  private static final String VERSION =
      "SELECT extversion FROM pg_extension WHERE extname = 'documentdb'";

  /**
   * PostgreSQL with the extension; its addresses are JDBC addresses. Ways: a given address, a
   * container.
   */
  private static final ServerFamily FAMILY =
      new ServerFamily(
          NAME,
          List.of(
              new ExternalServer(NAME, new PostgresWorkspace(NAME)),
              PostgresServer.container(NAME, DocumentDbProvider::container, false)),
          PostgresServer.PROFILERS);

  /** For ServiceLoader. */
  public DocumentDbProvider() {
    super(NAME, "bson", FAMILY, "", true, BsonLayout::new);
  }

  static ContainerRecipe container(Settings settings, ContainerRecipe.Place place) {
    String image = settings.get("documentdb.image").orElse(IMAGE);
    return PostgresServer.recipe(image, settings, place);
  }

  @Override
  public Optional<String> unsupportedReason(StoreConfig config, Collection collection) {
    return collection.unsupportedPathReason().or(() -> super.unsupportedReason(config, collection));
  }

  @Override
  protected String product(Connection connection) throws SQLException {
    String version =
        Sql.first(connection, VERSION)
            .orElseThrow(() ->
                new StoreException(
                    "documentdb: the database has no extension documentdb; run CREATE EXTENSION"
                        + " documentdb CASCADE there, or give the address of one that has it"));
    return "DocumentDB " + version + " on " + ServerFacts.product(connection);
  }
}
