package org.docduel.core.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.Settings;

/**
 * The recipes of the families. Testcontainers' own modules are not used: the one for PostgreSQL
 * switches fsync off.
 */
final class ContainerRecipes {
  private static final String POSTGRES_READY =
      ".*database system is ready to accept connections.*\\s";
  private static final int POSTGRES_PORT = 5432;
  private static final int MONGODB_PORT = 27017;
  private static final String USER = "docduel";

  private ContainerRecipes() {}

  /** PostgreSQL's official image, set up as the embedded server is. */
  static ContainerRecipe postgres(Settings settings, String password, long memory) {
    String version = settings.get(PostgresArchives.VERSION_SETTING).orElse("17");
    String image = settings.get("postgres.image").orElse("postgres:" + version);
    return postgres(image, settings, password, memory);
  }

  /**
   * FerretDB's image of PostgreSQL with the DocumentDB extension: unlike DocumentDB's own image,
   * PostgreSQL itself is published, and its superuser may make tables.
   */
  static ContainerRecipe documentDb(Settings settings, String password, long memory) {
    String image =
        settings
            .get("documentdb.image")
            .orElse("ghcr.io/ferretdb/postgres-documentdb:17-0.107.0-ferretdb-2.7.0");
    return postgres(image, settings, password, memory);
  }

  private static ContainerRecipe postgres(
      String image, Settings settings, String password, long memory) {
    List<String> command = new ArrayList<>(List.of("postgres"));
    PostgresSettings.ofContainer(settings, memory)
        .forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    return new ContainerRecipe(
        image,
        POSTGRES_PORT,
        Map.of(
            "POSTGRES_USER",
            PostgresCluster.SUPERUSER,
            "POSTGRES_PASSWORD",
            password,
            "POSTGRES_INITDB_ARGS",
            "--encoding=UTF8 --locale=C",
            "TZ",
            "UTC"),
        command,
        POSTGRES_READY,
        2,
        "jdbc:postgresql://HOST:PORT/postgres?user="
            + PostgresCluster.SUPERUSER
            + "&password="
            + password);
  }

  /** MongoDB's official image, alone and not in a replica set; its journal is always on. */
  static ContainerRecipe mongoDb(Settings settings, String password) {
    return new ContainerRecipe(
        settings.get("mongodb.image").orElse("mongo:8.0"),
        MONGODB_PORT,
        Map.of("MONGO_INITDB_ROOT_USERNAME", USER, "MONGO_INITDB_ROOT_PASSWORD", password),
        List.of(),
        ".*Waiting for connections.*\\s",
        2,
        "mongodb://"
            + USER
            + ":"
            + password
            + "@HOST:PORT/?directConnection=true&authSource=admin");
  }
}
