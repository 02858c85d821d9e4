package org.docduel.stores.postgres.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ContainerWay;
import org.docduel.core.server.ContainerWay.ContainerRecipe;
import org.docduel.core.server.GivenAddress;
import org.docduel.core.server.ServerFamily;

/** PostgreSQL, and images that start as its own does. */
public final class PostgresServer {
  private static final String NAME = "postgres";
  private static final String READY = ".*database system is ready to accept connections.*\\s";
  private static final int PORT = 5432;

  /** The ways to watch it, by the names that {@code -prof} knows: to what is measured. */
  public static final Map<String, String> PROFILERS =
      Map.of(
          "pgstat",
          "PostgreSQL: HOT ratio, dead tuples, heap and index bytes, WAL bytes, autovacuum runs",
          "servercpu",
          "processor time of the server's processes (local, Linux)");

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
              new ContainerWay(PostgresServer::official, PostgresWorkspace::ready, true)),
          PROFILERS);

  private PostgresServer() {}

  /**
   * The way to have a container, whose fsync is checked, and which gets the role of questions,
   * before it is used. Testcontainers' own module is not used: it switches fsync off.
   */
  public static ContainerWay container(ContainerWay.Recipes recipes) {
    return new ContainerWay(recipes, PostgresWorkspace::ready, false);
  }

  /** The superuser's address of a server that is started here. */
  static String address(String host, String password) {
    return "jdbc:postgresql://"
        + host
        + "/postgres?user="
        + EmbeddedPostgres.Cluster.SUPERUSER
        + "&password="
        + password;
  }

  /** PostgreSQL's official image. */
  static ContainerRecipe official(Settings settings, String password, long memory) {
    String version = settings.get(PostgresArchive.VERSION_SETTING).orElse("17");
    String image = settings.get("postgres.image").orElse("postgres:" + version);
    return recipe(image, settings, password, memory);
  }

  /**
   * Any image that starts as the official one does, with the settings of the embedded server.
   *
   * @param memory what the container engine has, in bytes
   */
  public static ContainerRecipe recipe(
      String image, Settings settings, String password, long memory) {
    List<String> command = new ArrayList<>(List.of("postgres"));
    PostgresSettings.ofContainer(settings, memory)
        .forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    Map<String, String> environment =
        Map.of(
            "POSTGRES_USER",
            EmbeddedPostgres.Cluster.SUPERUSER,
            "POSTGRES_PASSWORD",
            password,
            "POSTGRES_INITDB_ARGS",
            "--encoding=UTF8 --locale=C --data-checksums",
            "TZ",
            "UTC");
    String address = address("HOST:PORT", password);
    // The start script restarts the server that it has set up, so the line comes twice.
    return new ContainerRecipe(image, PORT, environment, command, READY, 2, address);
  }
}
