package org.docduel.stores.mongodb;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.codecs.configuration.CodecRegistries;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.Waits;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.server.GivenAddress.Workspace.Refused;

/** Clients with a limit on every wait: the driver's default is to wait for an answer for ever. */
final class MongoConnections {
  private static final Duration CHECK = Duration.ofSeconds(5);
  private static final Waits BRIEF = new Waits(CHECK, CHECK, CHECK, CHECK);

  /** The driver's account of servers, with the last cause why one cannot be reached. */
  private static final Pattern CAUSE = Pattern.compile("(?s).*\\{(?:\\w+\\.)+(\\w+: [^{}]*)}.*");

  private MongoConnections() {}

  /** A client for work, with the write concern of its durability. */
  static MongoClient client(ServerAddress address, StoreConfig config) {
    return MongoClients.create(settings(address, config, Waits.ofProcess()));
  }

  static MongoClientSettings settings(ServerAddress address, StoreConfig config, Waits waits) {
    long connectSeconds = waits.connect().toSeconds();
    long answerSeconds = waits.answer().toSeconds();
    ConnectionString connection;
    try {
      connection = connection(address);
    } catch (Refused e) {
      throw MongoErrors.refused(String.valueOf(e.getMessage()));
    }
    return MongoClientSettings.builder()
        .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(connectSeconds, SECONDS))
        .applyConnectionString(connection)
        // Whatever the address says: a limit is the one that its message names, what is tried again
        // in silence is timed as one operation, and a secondary may not have yet what was
        // acknowledged.
        .applyToSocketSettings(socket ->
            socket.connectTimeout(connectSeconds, SECONDS).readTimeout(answerSeconds, SECONDS))
        .retryReads(false)
        .retryWrites(false)
        .readPreference(ReadPreference.primary())
        .readConcern(ReadConcern.DEFAULT)
        // The driver's own limit is 100, and each worker is to have its connection.
        .applyToConnectionPoolSettings(
            connections -> connections.maxSize(config.pool()).maxWaitTime(answerSeconds, SECONDS))
        .writeConcern(new WriteConcern(1).withJournal(config.durability() == Durability.DEFAULT))
        .codecRegistry(
            CodecRegistries.fromRegistries(
                CodecRegistries.fromCodecs(new BsonDocumentCodec(), MongoRead.IDS, MongoRead.ROWS),
                MongoClientSettings.getDefaultCodecRegistry()))
        .build();
  }

  private static ConnectionString connection(ServerAddress address) throws Refused {
    ConnectionString connection;
    try {
      connection = new ConnectionString(address.url());
    } catch (IllegalArgumentException | MongoException e) {
      // Without the driver's own words: they may repeat the password.
      throw new Refused(
          "this is no MongoDB connection string",
          "write it as mongodb://USER:PASSWORD@HOST:PORT/?OPTION=VALUE, with what is special in a"
              + " password percent-encoded");
    }
    if (connection.getTimeout() != null) { // it cannot be taken out of a client's settings
      throw new Refused(
          "timeoutMS limits every operation, the server's own work too",
          "leave it out, and set " + Settings.variable(Waits.ANSWER));
    }
    return connection;
  }

  /** A client that gives up within seconds; the same otherwise. */
  static MongoClient brief(ServerAddress address) {
    return MongoClients.create(settings(address, StoreConfig.defaults(), BRIEF));
  }

  /** Connects once. */
  static void check(ServerAddress address) throws Refused {
    connection(address);
    try (MongoClient client = brief(address)) {
      // Unlike a ping, this is refused when the server wants a user and none is given.
      client
          .getDatabase("admin")
          .runCommand(BsonDocument.parse("{listDatabases: 1, nameOnly: true}"));
    } catch (MongoException e) {
      String said = MongoErrors.said(e);
      Matcher cause = CAUSE.matcher(said);
      throw new Refused(
          cause.matches() ? "no connection (" + cause.group(1) + ")" : said,
          "start that server, or correct the address, its user and its password");
    }
  }
}
