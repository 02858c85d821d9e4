package org.docduel.stores.mongodb.server;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.codecs.configuration.CodecRegistries;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Waits;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.server.GivenAddress.Workspace.Refused;
import org.docduel.core.server.ServerException;
import org.docduel.core.spi.StoreException;

/** Clients with a limit on every wait: the driver's default is to wait for an answer for ever. */
public final class MongoConnections {
  private static final int CHECK_SECONDS = 5;
  private static final String LOGIN = "correct its user and password";

  /** The driver's account of servers, with the last cause why one cannot be reached. */
  private static final Pattern CAUSE = Pattern.compile("(?s).*\\{(?:\\w+\\.)+(\\w+: [^{}]*)}.*");

  private MongoConnections() {}

  /**
   * A client whose limits are those of the address where it gives some ({@code socketTimeoutMS}).
   *
   * @param pool how many connections all threads share; 0 for as many as there are threads
   * @throws StoreException when the address is none
   */
  public static MongoClient client(ServerAddress address, int pool) {
    return MongoClients.create(settings(address, pool));
  }

  static MongoClientSettings settings(ServerAddress address, int pool) {
    Waits waits = Waits.ofProcess();
    long answerSeconds = waits.answer().toSeconds();
    ConnectionString connection;
    try {
      connection = new ConnectionString(address.url());
    } catch (IllegalArgumentException | MongoException e) {
      // Without the driver's own words: they may repeat the password.
      throw MongoErrors.refused("the address is no MongoDB connection string");
    }
    return limited(MongoClientSettings.builder(), waits.connect().toSeconds(), answerSeconds)
        .applyConnectionString(connection)
        // Whatever the address says: what is tried again in silence is timed as one operation.
        .retryReads(false)
        .retryWrites(false)
        // The driver's own limit is 100, and each worker is to have its connection.
        .applyToConnectionPoolSettings(
            connections -> connections.maxSize(pool).maxWaitTime(answerSeconds, SECONDS))
        .codecRegistry(
            CodecRegistries.fromRegistries(
                CodecRegistries.fromCodecs(new BsonDocumentCodec()),
                MongoClientSettings.getDefaultCodecRegistry()))
        .build();
  }

  private static MongoClientSettings.Builder limited(
      MongoClientSettings.Builder settings, long connectSeconds, long answerSeconds) {
    return settings
        .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(connectSeconds, SECONDS))
        .applyToSocketSettings(socket ->
            socket.connectTimeout(connectSeconds, SECONDS).readTimeout(answerSeconds, SECONDS));
  }

  /** A client that gives up within seconds, whatever the address says. */
  static MongoClient brief(ServerAddress address) throws Refused {
    try {
      MongoClientSettings.Builder given =
          MongoClientSettings.builder().applyConnectionString(new ConnectionString(address.url()));
      return MongoClients.create(limited(given, CHECK_SECONDS, CHECK_SECONDS).build());
    } catch (IllegalArgumentException | MongoException e) {
      throw new Refused(
          "this is no MongoDB connection string",
          "write it as mongodb://USER:PASSWORD@HOST:PORT/?OPTION=VALUE, with what is special in a"
              + " password percent-encoded");
    }
  }

  /** Connects once. */
  static void check(ServerAddress address) throws Refused {
    try (MongoClient client = brief(address)) {
      // Unlike a ping, this is refused when the server wants a user and none is given.
      client
          .getDatabase("admin")
          .runCommand(BsonDocument.parse("{listDatabases: 1, nameOnly: true}"));
    } catch (MongoTimeoutException e) {
      Matcher cause = CAUSE.matcher(String.valueOf(e.getMessage()));
      throw new Refused(
          cause.matches()
              ? "no connection (" + cause.group(1) + ")"
              : "no server answered within " + CHECK_SECONDS + " s",
          "start that server or correct the address");
    } catch (MongoSecurityException e) {
      throw new Refused("the server does not accept them", LOGIN);
    } catch (MongoException e) {
      String said =
          e instanceof MongoCommandException refused ? refused.getErrorMessage() : e.getMessage();
      throw new Refused(
          String.valueOf(said),
          MongoErrors.LOGIN.contains(e.getCode()) ? LOGIN : "correct the address");
    }
  }

  /** Asks a server that was started here; {@code which} stands after the words "the MongoDB". */
  static void requireAnswer(ServerAddress address, String which) {
    try {
      check(address);
    } catch (Refused e) {
      throw new ServerException("the MongoDB " + which + " does not answer: " + e.getMessage(), e);
    }
  }
}
