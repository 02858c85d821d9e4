package org.docduel.stores.mongodb.server;

import java.util.List;
import java.util.Map;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ContainerWay;
import org.docduel.core.server.ContainerWay.ContainerRecipe;
import org.docduel.core.server.GivenAddress;
import org.docduel.core.server.ServerFamily;

/** Servers that speak MongoDB's protocol, MongoDB among them. */
public final class MongoServer {
  /** The profiler of what the server counts. */
  public static final String MONGOSTAT = "mongostat";

  /** The profiler of the server's processor time. */
  public static final String SERVERCPU = "servercpu";

  private static final String NAME = "mongodb";
  private static final String USER = "docduel";
  private static final int PORT = 27017;

  /**
   * The family {@code mongodb}; its addresses are MongoDB connection strings. Ways: a given
   * address, a download that must be asked for, a container.
   */
  public static final ServerFamily FAMILY =
      new ServerFamily(
          NAME,
          List.of(
              new GivenAddress(NAME, new MongoWorkspace()),
              new DownloadedMongod(),
              new ContainerWay(
                  (settings, password, memory) -> container(settings, password),
                  address -> MongoConnections.requireAnswer(address, "in the container"))),
          Map.of(
              MONGOSTAT,
              "MongoDB: updates, document, storage and index bytes, dirty bytes in the cache,"
                  + " journal bytes",
              SERVERCPU,
              "processor time of the server's processes (local, Linux)"));

  private MongoServer() {}

  /** MongoDB's official image, alone and not in a replica set; its journal is always on. */
  static ContainerRecipe container(Settings settings, String password) {
    return new ContainerRecipe(
        settings.get("mongodb.image").orElse("mongo:8.0"),
        PORT,
        Map.of("MONGO_INITDB_ROOT_USERNAME", USER, "MONGO_INITDB_ROOT_PASSWORD", password),
        List.of(),
        ".*Waiting for connections.*\\s",
        2, // the start script restarts the server that it has set up
        "mongodb://%s:%s@HOST:PORT/?directConnection=true&authSource=admin"
            .formatted(USER, password));
  }
}
