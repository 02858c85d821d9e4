package org.docduel.core.server;

import java.util.List;

/** Servers that speak MongoDB's protocol, MongoDB among them. */
public final class MongoServer {
  private static final String NAME = "mongodb";

  /**
   * The family {@code mongodb}; its addresses are MongoDB connection strings. Ways: a given
   * address, a download that must be asked for, a container.
   */
  public static final ServerFamily FAMILY =
      new ServerFamily(
          NAME,
          List.of(
              new GivenAddress(NAME, new MongoLogin()),
              new DownloadedMongod(),
              new ContainerWay(
                  (settings, password, memory) -> ContainerRecipes.mongoDb(settings, password),
                  address -> MongoLogin.requireAnswer(address, "in the container"))));

  private MongoServer() {}
}
