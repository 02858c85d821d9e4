package org.docduel.stores.mongodb.watch;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.docduel.stores.mongodb.client.Failures;

/** What a server counts of itself and of a collection, asked for each time. */
public record ServerStatistics(MongoClient client, MongoDatabase database, String name) {
  /** The answer to {@code serverStatus}. */
  public BsonDocument server() {
    try {
      return client
          .getDatabase("admin")
          .runCommand(new BsonDocument("serverStatus", new BsonInt32(1)), BsonDocument.class);
    } catch (MongoException e) {
      throw Failures.of("asking for the server's status", e);
    }
  }

  /** The answer to {@code collStats}. */
  public BsonDocument collection() {
    try {
      return database.runCommand(
          new BsonDocument("collStats", new BsonString(name)), BsonDocument.class);
    } catch (MongoException e) {
      throw Failures.of("asking for the sizes of " + name, e);
    }
  }
}
