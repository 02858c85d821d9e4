package org.docduel.stores.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.RawBsonDocument;
import org.docduel.core.config.Durability;
import org.docduel.core.model.Document;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreDescription;
import org.docduel.stores.mongodb.client.Failures;
import org.docduel.stores.mongodb.watch.CollectionSizes;
import org.docduel.stores.mongodb.watch.ServerStatistics;

/** Collections of the database {@code docduel}. The driver's client is shared by all sessions. */
final class MongoStore implements Store {
  private static final String DATABASE = "docduel";
  // From MongoDB's list of error codes: Unauthorized, CommandNotFound and CommandNotSupported.
  private static final int UNAUTHORIZED = 13;
  private static final int COMMAND_NOT_FOUND = 59;
  private static final int COMMAND_NOT_SUPPORTED = 115;

  private final MongoClient client;
  private final ServerReport report;
  private final boolean journal;
  private final MongoDatabase database;
  private volatile String settled = "not yet asked for";

  MongoStore(MongoClient client, ServerReport report, Durability durability) {
    this(client, report, durability == Durability.DEFAULT, DATABASE);
  }

  private MongoStore(MongoClient client, ServerReport report, boolean journal, String database) {
    this.client = client;
    this.report = report;
    this.journal = journal;
    this.database =
        client.getDatabase(database).withWriteConcern(new WriteConcern(1).withJournal(journal));
  }

  /** The same with a suite's own database, which has its collections under their plain names. */
  MongoStore within(String space) {
    return new MongoStore(client, report, journal, DATABASE + "_" + space);
  }

  /** Where the collections are. */
  MongoDatabase database() {
    return database;
  }

  @Override
  public void create(Collection collection) {
    createWithoutIndexes(collection);
    createIndexes(collection);
  }

  void createWithoutIndexes(Collection collection) {
    try {
      database.getCollection(collection.name()).drop();
      database.createCollection(collection.name());
    } catch (MongoException e) {
      throw Failures.of("creating " + collection.name(), e);
    }
  }

  void createIndexes(Collection collection) {
    if (collection.indexes().isEmpty()) {
      return;
    }
    try {
      documents(collection).createIndexes(MongoIndexes.models(collection.indexes()));
    } catch (MongoException e) {
      throw Failures.of("creating the indexes of " + collection.name(), e);
    }
  }

  /** Drops and makes it again: deleting would leave free space and old index entries behind. */
  @Override
  public void empty(Collection collection) {
    create(collection);
  }

  /** For writing: documents that are BSON already. */
  MongoCollection<RawBsonDocument> encoded(Collection collection) {
    return database.getCollection(collection.name(), RawBsonDocument.class);
  }

  /** For finding: no type but the protocol's own. */
  MongoCollection<BsonDocument> bson(Collection collection) {
    return database.getCollection(collection.name(), BsonDocument.class);
  }

  /** For reading back. */
  MongoCollection<Document> documents(Collection collection) {
    return database.getCollection(collection.name(), Document.class);
  }

  /** Flushes all pending writes to disk where the server has the command for it. */
  @Override
  public void settle() {
    try {
      client.getDatabase("admin").runCommand(new BsonDocument("fsync", new BsonInt32(1)));
      settled = "fsync command";
    } catch (MongoCommandException e) {
      switch (e.getErrorCode()) {
        case COMMAND_NOT_FOUND, COMMAND_NOT_SUPPORTED ->
            settled = "nothing: this server has no fsync command";
        case UNAUTHORIZED -> settled = "nothing: this user may not run the fsync command";
        default -> throw Failures.of("flushing (fsync)", e);
      }
    } catch (MongoException e) {
      throw Failures.of("flushing (fsync)", e);
    }
  }

  @Override
  public StoreDescription describe(Collection collection) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("writeConcern", report.writeConcern(journal));
    settings.putAll(report.settings());
    settings.put("settle", settled);
    return new StoreDescription(report.product(), settings, sizes(collection));
  }

  private Map<String, Long> sizes(Collection collection) {
    return CollectionSizes.of(statistics(collection).collection());
  }

  /** What the server counts. */
  ServerStatistics statistics(Collection collection) {
    return new ServerStatistics(client, database, collection.name());
  }

  @Override
  public Session session() {
    try {
      // The pool connects now and not within the first timed batch.
      client.getDatabase("admin").runCommand(new BsonDocument("ping", new BsonInt32(1)));
    } catch (MongoException e) {
      throw Failures.of("connecting", e);
    }
    return new MongoSession(this);
  }

  @Override
  public void close() {
    client.close();
  }
}
