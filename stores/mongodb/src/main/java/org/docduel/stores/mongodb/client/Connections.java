package org.docduel.stores.mongodb.client;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import org.bson.codecs.configuration.CodecRegistries;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Waits;
import org.docduel.core.encoding.BsonDocumentCodec;
import org.docduel.core.spi.StoreException;

/** Clients with a limit on every wait: the driver's default is to wait for an answer for ever. */
public final class Connections {
  private Connections() {}

  /**
   * A client whose limits are those of the address where it gives some ({@code socketTimeoutMS}).
   *
   * @param pool how many connections all threads share; 0 for as many as there are threads
   */
  public static MongoClient client(ServerAddress address, int pool) {
    return MongoClients.create(settings(address, pool));
  }

  static MongoClientSettings settings(ServerAddress address, int pool) {
    Waits waits = Waits.ofProcess();
    long connectSeconds = waits.connect().toSeconds();
    long answerSeconds = waits.answer().toSeconds();
    ConnectionString connection = connectionString(address);
    return MongoClientSettings.builder()
        .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(connectSeconds, SECONDS))
        .applyToSocketSettings(socket ->
            socket.connectTimeout(connectSeconds, SECONDS).readTimeout(answerSeconds, SECONDS))
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

  private static ConnectionString connectionString(ServerAddress address) {
    try {
      return new ConnectionString(address.url());
    } catch (IllegalArgumentException | MongoException e) {
      // Without the driver's own words: they may repeat the password.
      throw new StoreException(Failures.STORE + ": the address is no MongoDB connection string");
    }
  }
}
