package org.docduel.stores.postgres.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ContainerRecipe;
import org.docduel.core.server.ContainerWay;

/**
 * PostgreSQL in a container, with the settings of the embedded server. Testcontainers' own module
 * is not used: it switches fsync off.
 */
public final class PostgresContainer {
  private static final String READY = ".*database system is ready to accept connections.*\\s";
  private static final int PORT = 5432;

  private PostgresContainer() {}

  /** PostgreSQL's official image. */
  static ContainerRecipe official(Settings settings, String password, long memory) {
    String version = settings.get(PostgresArchives.VERSION_SETTING).orElse("17");
    String image = settings.get("postgres.image").orElse("postgres:" + version);
    return recipe(image, settings, password, memory);
  }

  /**
   * Any image that starts as the official one does.
   *
   * @param image the image's full name
   * @param settings server settings that were asked for
   * @param password the superuser's
   * @param memory what the container engine has, in bytes
   * @return the recipe
   */
  public static ContainerRecipe recipe(
      String image, Settings settings, String password, long memory) {
    List<String> command = new ArrayList<>(List.of("postgres"));
    PostgresSettings.ofContainer(settings, memory)
        .forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    Map<String, String> environment =
        Map.of(
            "POSTGRES_USER",
            PostgresCluster.SUPERUSER,
            "POSTGRES_PASSWORD",
            password,
            "POSTGRES_INITDB_ARGS",
            "--encoding=UTF8 --locale=C --data-checksums",
            "TZ",
            "UTC");
    String address =
        "jdbc:postgresql://HOST:PORT/postgres?user="
            + PostgresCluster.SUPERUSER
            + "&password="
            + password;
    // The start script restarts the server that it has set up, so the line comes twice.
    return new ContainerRecipe(image, PORT, environment, command, READY, 2, address);
  }

  /**
   * The way to have one.
   *
   * @param recipes makes the recipe
   * @return a container whose fsync is checked, and which gets the role of questions, before it is
   *     used
   */
  public static ContainerWay way(ContainerWay.Recipes recipes) {
    return new ContainerWay(recipes, PostgresLogin::ready);
  }
}
