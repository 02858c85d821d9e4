package org.docduel.stores.mongodb;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.RawBsonDocument;
import org.docduel.core.config.Durability;
import org.docduel.core.config.Settings;
import org.docduel.core.config.Waits;
import org.docduel.core.model.Document;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreDescription;
import org.docduel.stores.mongodb.client.Failures;
import org.docduel.stores.mongodb.client.Marks;
import org.docduel.stores.mongodb.insert.Encode;
import org.docduel.stores.mongodb.insert.MongoBatches;
import org.docduel.stores.mongodb.shard.Distribution;
import org.docduel.stores.mongodb.shard.Sharding;
import org.docduel.stores.mongodb.watch.CollectionSizes;
import org.docduel.stores.mongodb.watch.ServerStatistics;

/**
 * Collections of the database that the address's space names. The driver's client is shared by all
 * sessions.
 */
final class MongoStore implements Store {
  // From MongoDB's list of error codes: Unauthorized, CommandNotFound and CommandNotSupported.
  private static final int UNAUTHORIZED = 13;
  private static final int COMMAND_NOT_FOUND = 59;
  private static final int COMMAND_NOT_SUPPORTED = 115;

  private final MongoClient client;
  private final ServerReport report;
  private final boolean journal;
  private final Sharding sharding;
  private final Encode encode;
  private final String space;
  private final MongoDatabase database;
  private final Optional<StorageServer> storage;
  private final Set<String> used;
  private final long workSeconds = Waits.ofProcess().work().toSeconds();
  private volatile String settled = "not yet asked for";

  MongoStore(
      MongoClient client,
      ServerReport report,
      Durability durability,
      String space,
      Sharding sharding,
      Encode encode,
      Optional<StorageServer> storage) {
    this.client = client;
    this.report = report;
    this.journal = durability == Durability.DEFAULT;
    this.sharding = sharding;
    this.encode = encode;
    this.space = space;
    this.database = database(space);
    this.storage = storage;
    this.used = ConcurrentHashMap.newKeySet();
  }

  private MongoStore(MongoStore outer, String name) {
    this.client = outer.client;
    this.report = outer.report;
    this.journal = outer.journal;
    this.sharding = outer.sharding;
    this.encode = outer.encode;
    this.space = outer.space;
    this.database = database(name);
    this.storage = outer.storage;
    this.used = outer.used;
  }

  private MongoDatabase database(String name) {
    return client.getDatabase(name).withWriteConcern(new WriteConcern(1).withJournal(journal));
  }

  @Override
  public MongoStore within(String suite) {
    return new MongoStore(this, space + "_" + suite);
  }

  @Override
  public void clear() {
    try {
      marks().dropDatabase();
    } catch (MongoException e) {
      throw Failures.of("clearing " + database.getName(), e);
    }
  }

  /** How often documents are encoded. */
  Encode encode() {
    return encode;
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
      marks().make(collection.name());
      if (sharding.isSharded()) {
        client
            .getDatabase("admin")
            .runCommand(sharding.command(database.getName(), collection.name()));
      }
    } catch (MongoException e) {
      throw Failures.of("creating " + collection.name(), e);
    }
  }

  /** What of the database is ours. */
  Marks marks() {
    return new Marks(database, space);
  }

  void createIndexes(Collection collection) {
    if (collection.indexes().isEmpty()) {
      return;
    }
    try {
      documents(collection)
          .withTimeout(workSeconds, SECONDS)
          .createIndexes(MongoIndexes.models(collection.indexes()));
    } catch (MongoException e) {
      throw Failures.of("creating the indexes of " + collection.name(), e);
    }
  }

  void createIndex(String collection, BsonDocument key) {
    database.getCollection(collection).withTimeout(workSeconds, SECONDS).createIndex(key);
  }

  /**
   * Loads by unordered {@code insertMany}, which lets the server choose the order, then indexes.
   */
  Ingestion ingestion(Collection collection) {
    List<Ingestion.Phase> index =
        List.of(new Ingestion.Phase("index", () -> createIndexes(collection)));
    return new Ingestion(
        "insert",
        () -> createWithoutIndexes(collection),
        new MongoBatches(encoded(collection), false, Encode.ONCE)::insert,
        collection.indexes().isEmpty() ? List.of() : index);
  }

  /** Drops and makes it again: deleting would leave free space and old index entries behind. */
  @Override
  public void empty(Collection collection) {
    create(collection);
  }

  /** For writing: documents that are BSON already. */
  MongoCollection<RawBsonDocument> encoded(Collection collection) {
    return used(collection, RawBsonDocument.class);
  }

  /** For finding: no type but the protocol's own. */
  MongoCollection<BsonDocument> bson(Collection collection) {
    return used(collection, BsonDocument.class);
  }

  /** For reading back. */
  MongoCollection<Document> documents(Collection collection) {
    return used(collection, Document.class);
  }

  private <T> MongoCollection<T> used(Collection collection, Class<T> type) {
    used.add(namespace(collection));
    return database.getCollection(collection.name(), type);
  }

  private String namespace(Collection collection) {
    return database.getName() + "." + collection.name();
  }

  /**
   * Flushes all pending writes to disk where the server has the command for it. FerretDB has none:
   * its PostgreSQL is brought to rest as PostgreSQL's own stores are, where its address is known.
   */
  @Override
  public void settle() {
    if (storage.isPresent()) {
      storage.get().settle(used);
      settled = "VACUUM, ANALYZE and CHECKPOINT in the PostgreSQL below";
      return;
    }
    try {
      client
          .getDatabase("admin")
          .withTimeout(workSeconds, SECONDS)
          .runCommand(new BsonDocument("fsync", new BsonInt32(1)));
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
    String concern = report.writeConcern(journal);
    settings.put("writeConcern", concern);
    settings.putAll(report.settings());
    settings.put("settle", settled);
    List<String> findings = new ArrayList<>();
    if (report.isRouter()) {
      distribution(collection, settings, findings);
    }
    String promise = "writeConcern " + concern + storagePromise(collection, settings);
    if (report.isFerretDb() && storage.isEmpty()) {
      findings.add(
          "the PostgreSQL below FerretDB is not known: its durability is not verified, and plans may"
              + " change when its autovacuum wakes; give its address, "
              + Settings.variable(StorageServer.SETTING));
    }
    return new StoreDescription(report.product(), promise, settings, sizes(collection), findings);
  }

  /** What the server that keeps the documents promises, as it says itself. */
  private String storagePromise(Collection collection, Map<String, String> settings) {
    if (!report.isFerretDb()) {
      return "";
    }
    if (storage.isEmpty()
        || !storage.get().keeps(namespace(collection), marks().uuid(collection.name()))) {
      return " (not verified)";
    }
    Map<String, String> promise = storage.get().promise();
    settings.putAll(promise);
    settings.putAll(storage.get().settings());
    return " (" + StorageServer.words(promise) + ")";
  }

  /** How the documents lie on the shards. */
  private void distribution(
      Collection collection, Map<String, String> settings, List<String> findings) {
    findings.add(
        "what reads sharded clusters was written from MongoDB's manual and has not met a server");
    if (!sharding.isSharded()) {
      findings.add("sharding=none: the collection lies on one shard of the cluster");
    }
    try {
      settings.put("distribution", Distribution.of(client, namespace(collection)));
    } catch (MongoException e) {
      findings.add(Failures.of("asking how documents lie on shards", e).getMessage());
    }
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
