package org.docduel.stores.mongodb.server;

import java.util.Map;

/** The ways to watch a server, by the names that {@code -prof} knows. */
public final class MongoProfilers {
  /** What the server counts. */
  public static final String MONGOSTAT = "mongostat";

  /** The server's processor time. */
  public static final String SERVERCPU = "servercpu";

  /** Short name to what is measured. */
  public static final Map<String, String> NAMES =
      Map.of(
          MONGOSTAT,
          "MongoDB: updates, document, storage and index bytes, dirty bytes in the cache, journal"
              + " bytes",
          SERVERCPU,
          "processor time of the server's processes (local, Linux)");

  private MongoProfilers() {}
}
