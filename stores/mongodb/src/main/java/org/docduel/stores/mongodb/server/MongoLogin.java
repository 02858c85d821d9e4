package org.docduel.stores.mongodb.server;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ServerDescription;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.Workspace.Refused;

/** One short connection to a server that speaks MongoDB's protocol. */
final class MongoLogin {
  private static final int LIMIT_MILLIS = 5_000;
  // From MongoDB's list of error codes: "Unauthorized" and "AuthenticationFailed".
  private static final int UNAUTHORIZED = 13;
  private static final int AUTHENTICATION_FAILED = 18;

  private MongoLogin() {}

  static void check(ServerAddress address) throws Refused {
    try (MongoClient client = client(address)) {
      check(client);
    }
  }

  /**
   * Asks a server that was started here.
   *
   * @param which which server it is, after the words {@code the MongoDB}
   * @throws ServerException when it does not answer
   */
  static void requireAnswer(ServerAddress address, String which) {
    try {
      check(address);
    } catch (Refused e) {
      throw new ServerException("the MongoDB " + which + " does not answer: " + e.getMessage(), e);
    }
  }

  private static void check(MongoClient client) throws Refused {
    // Unlike a ping, this is refused when the server wants a user and none is given.
    BsonDocument command =
        new BsonDocument("listDatabases", new BsonInt32(1)).append("nameOnly", BsonBoolean.TRUE);
    try {
      client.getDatabase("admin").runCommand(command);
    } catch (MongoSecurityException e) {
      throw new Refused("the server does not accept them", "correct its user and password");
    } catch (MongoTimeoutException e) {
      throw new Refused(reason(client), "start that server or correct the address");
    } catch (MongoCommandException e) {
      boolean login = e.getErrorCode() == UNAUTHORIZED || e.getErrorCode() == AUTHENTICATION_FAILED;
      throw new Refused(
          e.getErrorMessage(),
          login ? "correct its user and password" : "give the address of another server");
    } catch (MongoException e) {
      throw new Refused(String.valueOf(e.getMessage()), "correct the address");
    }
  }

  private static String reason(MongoClient client) {
    return client.getClusterDescription().getServerDescriptions().stream()
        .map(ServerDescription::getException)
        .filter(Objects::nonNull)
        .findFirst()
        .map(MongoLogin::rootMessage)
        .map(message -> "no connection (" + message + ")")
        .orElse("no server answered within " + LIMIT_MILLIS / 1000 + " s");
  }

  private static String rootMessage(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getClass().getSimpleName() + ": " + root.getMessage();
  }

  /** A client with short limits. */
  static MongoClient client(ServerAddress address) throws Refused {
    return MongoClients.create(settings(address));
  }

  private static MongoClientSettings settings(ServerAddress address) throws Refused {
    ConnectionString connection;
    try {
      connection = new ConnectionString(address.url());
    } catch (IllegalArgumentException | MongoException e) {
      // Not the driver's own words: they may repeat the password.
      throw new Refused(
          "this is no MongoDB connection string",
          "write it as mongodb://USER:PASSWORD@HOST:PORT/?OPTION=VALUE, with what is special in a"
              + " password percent-encoded");
    }
    return MongoClientSettings.builder()
        .applyConnectionString(connection)
        .applyToClusterSettings(
            cluster -> cluster.serverSelectionTimeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS))
        .applyToSocketSettings(socket ->
            socket
                .connectTimeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                .readTimeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS))
        .build();
  }
}
