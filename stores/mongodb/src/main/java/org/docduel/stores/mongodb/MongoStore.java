package org.docduel.stores.mongodb;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.docduel.core.encoding.BsonDocumentCodec.ID;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.Waits;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Watch;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.stores.mongodb.MongoWorkspace.OwnershipRegistry;

/**
 * Collections of a database: the one that the address's space names, or a suite's. The driver's
 * client is shared by all sessions, and connections belong to its pool.
 */
final class MongoStore implements Store {
  /** Unauthorized, CommandNotFound, CommandNotSupported, and Atlas' own. */
  private static final Set<Integer> COMMAND_UNAVAILABLE_CODES =
      Set.of(13, 59, 115, MongoDriver.ATLAS_ERROR);

  private final MongoClient client;
  private final ServerReport report;
  private final StoreConfig config;
  private final Optional<StorageServer> storage;
  private final OwnershipRegistry marks;
  private final MongoDatabase database;
  private final Set<String> touchedNamespaces = ConcurrentHashMap.newKeySet();
  private final long workSeconds = Waits.ofProcess().work().toSeconds();
  private final Set<String> missing = ConcurrentHashMap.newKeySet();
  private volatile String quiesceReport = "not yet";

  MongoStore(
      MongoClient client,
      ServerReport report,
      StoreConfig config,
      Optional<StorageServer> storage,
      OwnershipRegistry marks) {
    this.client = client;
    this.report = report;
    this.config = config;
    this.storage = storage;
    this.marks = marks;
    this.database = marks.database();
  }

  @Override
  public MongoStore within(String suite) {
    MongoDatabase itsOwn = client.getDatabase(marks.space() + "_" + suite);
    return new MongoStore(
        client, report, config, storage, new OwnershipRegistry(itsOwn, marks.space()));
  }

  @Override
  public void clear() {
    MongoDriver.call("clearing " + database.getName(), marks::clear);
  }

  @Override
  public void create(Collection collection) {
    createCollection(collection);
    index(collection);
  }

  private void createCollection(Collection collection) {
    MongoDriver.call(
        "creating " + collection.name(),
        () -> {
          marks.recreate(collection.name());
          BsonDocument key = MongoProvider.SHARD_KEY.in(config);
          if (!key.isEmpty()) { // manual, "shardCollection"
            BsonString name = new BsonString(namespace(collection));
            admin().runCommand(new BsonDocument("shardCollection", name).append("key", key));
          }
        });
  }

  private void index(Collection collection) {
    // FerretDB looks at the documents all the same.
    List<IndexModel> indexes = MongoFilters.indexes(collection.indexes(), !report.isFerretDb());
    if (!indexes.isEmpty()) {
      MongoDriver.call(
          "creating the indexes of " + collection.name(),
          () -> encoded(collection).withTimeout(workSeconds, SECONDS).createIndexes(indexes));
    }
  }

  /** Drops and makes it again: deleting would leave free space and old index entries behind. */
  @Override
  public void empty(Collection collection) {
    create(collection);
  }

  private MongoCollection<RawBsonDocument> encoded(Collection collection) {
    touchedNamespaces.add(namespace(collection));
    return database.getCollection(collection.name(), RawBsonDocument.class);
  }

  private String namespace(Collection collection) {
    return database.getName() + "." + collection.name();
  }

  private MongoDatabase admin() {
    return client.getDatabase("admin");
  }

  /**
   * Flushes all pending writes to disk where the server has the command for it. FerretDB has none:
   * its PostgreSQL is brought to rest as PostgreSQL's own stores are, where its address is known.
   */
  @Override
  public void quiesce() {
    if (storage.isPresent()) {
      quiesceReport = storage.get().quiesce(touchedNamespaces) + " in the PostgreSQL below";
      return;
    }
    quiesceReport =
        checkpoint() ? "fsync command" : "nothing: the fsync command is missing, or not permitted";
  }

  /**
   * Writes everything to the files (manual, "fsync"); whether the server has the command and
   * permits it, for which it wants the role hostManager.
   */
  private boolean checkpoint() {
    try {
      BsonDocument fsync = new BsonDocument("fsync", new BsonInt32(1));
      admin().withTimeout(workSeconds, SECONDS).runCommand(fsync);
      return true;
    } catch (MongoException e) {
      if (!COMMAND_UNAVAILABLE_CODES.contains(e.getCode())) {
        throw MongoDriver.of("settling", e);
      }
      return false;
    }
  }

  @Override
  public StoreDescription describe(Collection collection) {
    String writeConcern = "{w: 1, j: " + (config.durability() == Durability.DEFAULT) + "}";
    String durability = "writeConcern " + writeConcern;
    Map<String, String> settings = new LinkedHashMap<>(Map.of("writeConcern", writeConcern));
    settings.putAll(report.settings());
    settings.put(QUIESCE, quiesceReport);
    List<String> findings = new ArrayList<>(missing);
    findings.addAll(report.findings());
    if (report.isMongos()) {
      findings.add(
          "what reads sharded clusters was written from MongoDB's manual, untested against a real"
              + " server");
      if (MongoProvider.SHARD_KEY.in(config).isEmpty()) {
        findings.add("sharding=none: the collection lies on one shard of the cluster");
      } else if (MongoProvider.SHARD_KEY.in(config).get(ID, BsonNull.VALUE).isNumber()) {
        findings.add(
            "sharding=ranged by ids that grow: all inserts go to one shard; take sharding=hashed");
      }
    }
    if (report.isFerretDb()) {
      Map<String, String> below = storage.map(StorageServer::settings).orElse(Map.of());
      String promise = "not verified";
      if (below.isEmpty()) {
        findings.add(
            "the PostgreSQL below FerretDB is not known: its durability is not verified, and plans"
                + " change when its autovacuum makes statistics; give its address, "
                + Settings.variable(StorageServer.SETTING));
      } else {
        settings.putAll(below);
        promise = StorageServer.durabilitySettings(below);
      }
      durability +=
          ", of which FerretDB does not heed j: PostgreSQL's synchronous_commit decides (%s)"
              .formatted(promise);
    } else {
      StorageServer.ignoredSettingWarning(Settings.ofProcess(), report.product())
          .ifPresent(findings::add);
    }
    boolean inFiles = report.isFerretDb() || checkpoint(); // before the files' sizes are read
    BsonDocument statistics = statistics(collection);
    Map<String, Long> sizes = ServerReport.sizes(statistics);
    if (!inFiles) {
      sizes.keySet().removeAll(Set.of("storage", "index", "total"));
      findings.add(
          "the server permits no fsync: it is measured unsettled, and the sizes of its files, which"
              + " are those of its last checkpoint, are left out; grant the role hostManager");
    }
    ServerReport.blockCompressor(statistics)
        .ifPresent(compressor -> settings.put("blockCompressor", compressor));
    return new StoreDescription(
        report.product(), durability, settings, sizes, findings, report.label());
  }

  private static BsonDocument runCommand(MongoDatabase where, String command, BsonValue argument) {
    return MongoDriver.call(
        "running " + command,
        () -> where.runCommand(new BsonDocument(command, argument), BsonDocument.class));
  }

  private BsonDocument status() {
    return runCommand(admin(), "serverStatus", new BsonInt32(1));
  }

  /** What the server counts of a collection; empty where it does not, as a mongos. */
  private BsonDocument top(Collection collection) {
    try {
      BsonDocument all =
          admin().runCommand(new BsonDocument("top", new BsonInt32(1)), BsonDocument.class);
      BsonValue counters = ServerReport.at(all, "totals", namespace(collection));
      return counters.isDocument() ? counters.asDocument() : new BsonDocument();
    } catch (MongoException e) {
      if (!COMMAND_UNAVAILABLE_CODES.contains(e.getCode())) {
        throw MongoDriver.of("reading top", e);
      }
      return new BsonDocument();
    }
  }

  private BsonDocument statistics(Collection collection) {
    return runCommand(database, "collStats", new BsonString(collection.name()));
  }

  @Override
  public Session session() {
    // A connection is made now. Those of further threads are made when they work at once, in a
    // warm-up if there is one.
    runCommand(admin(), "ping", new BsonInt32(1));
    return new MongoSession();
  }

  @Override
  public void close() {
    client.close();
  }

  private final class MongoSession implements Session {
    @Override
    public Inserts inserts(Collection collection) {
      return new MongoWrites.Batches(
          encoded(collection), true, MongoWrites.Encode.PARAMETER.in(config));
    }

    /**
     * Loads by unordered {@code insertMany}, whose order the server chooses, then indexes. A mongod
     * keeps no statistics; the PostgreSQL below FerretDB does.
     */
    @Override
    public Ingestion ingestion(Collection collection) {
      List<Ingestion.Phase> phases = new ArrayList<>();
      if (!collection.indexes().isEmpty()) {
        phases.add(new Ingestion.Phase("index", () -> index(collection)));
      }
      storage.ifPresent(
          below -> phases.add(new Ingestion.Phase("analyze", () -> analyze(below, collection))));
      return new Ingestion(
          "insert",
          () -> createCollection(collection),
          new MongoWrites.Batches(encoded(collection), false, MongoWrites.Encode.ONCE),
          phases);
    }

    private void analyze(StorageServer below, Collection collection) {
      if (!below.analyze(namespace(collection))) {
        missing.add("a bulk load ends without statistics: the PostgreSQL below permits no ANALYZE");
      }
    }

    @Override
    public Updates updates(Collection collection, UpdateSpec spec) {
      return MongoWrites.updates(encoded(collection), spec);
    }

    @Override
    public Watch watch(String profiler, Collection collection) {
      return switch (profiler) {
        case MongoProvider.MONGOSTAT ->
            () -> ServerReport.readings(status(), statistics(collection), top(collection));
        case MongoProvider.SERVERCPU -> ServerReport.processorWatch(status());
        default -> throw new UnsupportedOperationException("it has no profiler " + profiler);
      };
    }

    @Override
    public Read read(Collection collection, Query query) {
      return new MongoRead(encoded(collection), query);
    }

    @Override
    public LinkRead links(Collection collection, LinkQuery query) {
      Collection links = query instanceof LinkQuery.Lookup lookup ? lookup.links() : collection;
      return reader(collection).links(encoded(links), query);
    }

    /** A {@code find} or an {@code aggregate} command. */
    @Override
    public SuiteQuery query(String text, Duration limit, boolean writes) {
      return MongoDriver.call(
          "reading a query", () -> new MongoSuiteQuery(database, BsonDocument.parse(text), limit));
    }

    /**
     * A statement is a set of indexes in extended JSON: {@code {"orders": [{"customer": 1, "at":
     * -1}]}}.
     */
    @Override
    public void apply(List<String> statements) {
      for (String statement : statements) {
        MongoDriver.call(
            "making the indexes " + statement,
            () -> BsonDocument.parse(statement).forEach(this::indexBy));
      }
    }

    private void indexBy(String collection, BsonValue keys) {
      MongoCollection<?> indexed =
          database.getCollection(collection).withTimeout(workSeconds, SECONDS);
      // in one command: the server reads the collection once for all of them
      List<IndexModel> indexes =
          keys.asArray().stream().map(key -> new IndexModel(key.asDocument())).toList();
      if (!indexes.isEmpty()) {
        indexed.createIndexes(indexes);
      }
    }

    @Override
    public Deletes deletes(Collection collection) {
      return reader(collection)::delete;
    }

    @Override
    public Scan scan(Collection collection, String field) {
      MongoRead.DocumentReader documents = reader(collection);
      return (number, limit, visitor) -> documents.scan(field, number, limit, visitor);
    }

    @Override
    public MongoRead.DocumentReader reader(Collection collection) {
      return new MongoRead.DocumentReader(encoded(collection));
    }

    @Override
    public void close() {
      // nothing is its own
    }
  }
}
