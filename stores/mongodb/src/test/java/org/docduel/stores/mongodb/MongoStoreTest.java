package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import com.mongodb.connection.ClusterId;
import com.mongodb.connection.ServerId;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.config.Waits;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.core.spi.StoreException.TimeLimitException;
import org.docduel.core.work.ContentCheck;
import org.docduel.testkit.FaultyProxy;
import org.docduel.testkit.TestSpace;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the contract does not ask of a store, over the wire against an imitation in this JVM, and
 * against the server of {@code DOCDUEL_MONGODB_URL} when that is set.
 */
final class MongoStoreTest {
  private static final InsertDocuments DATASET = InsertDocuments.withDefaults();
  private static final Collection COLLECTION =
      new Collection(
          "mongo_store_test",
          DATASET.document(0).body(),
          List.of(Index.on(Index.Kind.ELEMENTS, InsertDocuments.LINKS)));
  private static final Optional<String> SERVER_URL = Settings.ofProcess().get("mongodb.url");

  private static String imitation = "";
  private static Runnable stop = () -> {};

  private final List<AutoCloseable> open = new ArrayList<>();

  @BeforeAll
  static void startTheImitation() {
    MongoServer server = new MongoServer(new MemoryBackend());
    imitation = server.bindAndGetConnectionString();
    stop = server::shutdownNow;
  }

  @AfterAll
  static void leaveNothingBehind() {
    stop.run();
    SERVER_URL.ifPresent(url -> {
      try (MongoClient client = client(url)) {
        client.getDatabase(TestSpace.name()).getCollection(COLLECTION.name()).drop();
      }
    });
  }

  @AfterEach
  void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  static Stream<String> servers() {
    return Stream.concat(Stream.of("imitation"), SERVER_URL.map(url -> "given").stream());
  }

  @ParameterizedTest
  @MethodSource("servers")
  void emptyingKeepsIndexes(String server) {
    Store store = store(server, Durability.DEFAULT);
    Session session = session(store);
    store.create(COLLECTION);
    session.inserts(COLLECTION).insert(DATASET.documents(0, 10));
    store.empty(COLLECTION);

    assertThat(session.reader(COLLECTION).count()).isZero();
    assertThat(indexKeys(server)).containsExactlyInAnyOrder("{\"_id\": 1}", "{\"links\": 1}");
  }

  @ParameterizedTest
  @MethodSource("servers")
  void createsOneIndexForSameFields(String server) {
    Store store = store(server, Durability.DEFAULT);
    List<Index> indexes =
        List.of(
            Index.on(Index.Kind.ORDERED, "a"),
            Index.on(Index.Kind.PREFIX, "a"),
            Index.on(Index.Kind.SUBSTRING, "a"),
            Index.on(Index.Kind.ORDERED, "a", "b"));
    store.create(new Collection(COLLECTION.name(), ObjectValue.empty(), indexes));

    assertThat(indexKeys(server))
        .containsExactlyInAnyOrder("{\"_id\": 1}", "{\"a\": 1}", "{\"a\": 1, \"b\": 1}");
  }

  /** FerretDB cannot answer from an index alone. */
  @ParameterizedTest
  @MethodSource("servers")
  void appendsIdToIndexWhereThatCoversQueries(String server) {
    Store store = store(server, Durability.DEFAULT);
    List<Index> indexes =
        List.of(
            Index.on(Index.Kind.ORDERED, "a", "b").withId(Index.Id.COVERING),
            Index.on(Index.Kind.PREFIX, "c").withId(Index.Id.INCLUDED));
    store.create(new Collection(COLLECTION.name(), ObjectValue.empty(), indexes));

    boolean covers = !store.describe(COLLECTION).product().contains("FerretDB");
    String id = covers ? ", \"_id\": 1}" : "}";
    assertThat(indexKeys(server))
        .containsExactlyInAnyOrder("{\"_id\": 1}", "{\"a\": 1, \"b\": 1" + id, "{\"c\": 1" + id);
  }

  @ParameterizedTest
  @MethodSource("servers")
  void duplicateIdRejectsEntireBatch(String server) {
    Store store = store(server, Durability.DEFAULT);
    Session session = session(store);
    store.create(COLLECTION);
    Inserts inserts = session.inserts(COLLECTION);
    inserts.insert(List.of(DATASET.document(5)));

    assertRejected(
        () -> inserts.insert(DATASET.documents(0, 10)), "mongodb: document 5 was refused", "11000");
    assertThat(session.reader(COLLECTION).count()).isEqualTo(1);
    assertThat(session.reader(COLLECTION).find(5)).contains(DATASET.document(5).body());
  }

  @ParameterizedTest
  @MethodSource("servers")
  void duplicateIdRejectsEntireIngestionChunk(String server) {
    Store store = store(server, Durability.DEFAULT);
    Session session = session(store);
    Ingestion ingestion = session.ingestion(COLLECTION);
    ingestion.prepare();
    ingestion.load(DATASET.documents(5, 1));
    List<Document> twice = new ArrayList<>(DATASET.documents(0, 10));
    twice.add(DATASET.document(3));

    assertRejected(() -> ingestion.load(twice), "was refused");
    assertThat(session.reader(COLLECTION).count()).isEqualTo(1);
  }

  /** The documents before it are not sent either. */
  @ParameterizedTest
  @MethodSource("servers")
  void unencodableDocumentRejectsEntireBatch(String server) {
    Store store = store(server, Durability.DEFAULT);
    Session session = session(store);
    store.create(COLLECTION);
    for (Map<String, Value> bad :
        List.of(
            Map.<String, Value>of("nul\0", NullValue.NULL),
            Map.<String, Value>of("large", new BinaryValue(new byte[16 * 1024 * 1024])))) {
      List<Document> batch = new ArrayList<>(DATASET.documents(0, 3));
      batch.add(new Document(17, ObjectValue.of(bad)));
      assertRejected(() -> session.inserts(COLLECTION).insert(batch), "mongodb: document 17 ");
      assertThat(session.reader(COLLECTION).count()).isZero();
    }
  }

  /** Read by the driver's own document, which keeps each BSON type. */
  @ParameterizedTest
  @MethodSource("servers")
  void setKeepsTypesOfNumbers(String server) {
    Store store = store(server, Durability.DEFAULT);
    Session session = session(store);
    ObjectValue body =
        ObjectValue.of(
            Map.of(
                "inner", ObjectValue.of(Map.of("n", new IntegerValue(5))),
                "double", new DoubleValue(36.2),
                "whole", new DoubleValue(120),
                "decimal", new DecimalValue(new BigDecimal("36.20")),
                "long", new IntegerValue(1L << 40)));
    store.create(COLLECTION);
    session.inserts(COLLECTION).insert(List.of(new Document(1, body)));
    Map<String, BsonType> types =
        Map.of(
            "_id", BsonType.INT64,
            "double", BsonType.DOUBLE,
            "whole", BsonType.DOUBLE,
            "decimal", BsonType.DECIMAL128,
            "long", BsonType.INT64,
            "inner", BsonType.DOCUMENT);
    assertThat(types(server)).isEqualTo(types);

    Updates updates =
        session.updates(
            COLLECTION,
            new UpdateSpec(
                UpdateKind.SET, UpdateSpec.ID, Path.parse("inner.n"), (key, value) -> body));
    assertThat(updates.update(1, 1_999_999)).isEqualTo(1);

    assertThat(types(server)).isEqualTo(types);
    assertThat(stored(server).getDocument("inner").get("n")).isEqualTo(new BsonInt32(1_999_999));
    updates.update(1, 1L << 31);
    assertThat(stored(server).getDocument("inner").get("n")).isEqualTo(new BsonInt64(1L << 31));
  }

  private static Map<String, BsonType> types(String server) {
    Map<String, BsonType> types = new HashMap<>();
    stored(server).forEach((name, value) -> types.put(name, value.getBsonType()));
    return types;
  }

  private static BsonDocument stored(String server) {
    try (MongoClient client = client(url(server))) {
      return Objects.requireNonNull(
          client
              .getDatabase(TestSpace.name())
              .getCollection(COLLECTION.name(), BsonDocument.class)
              .find()
              .first());
    }
  }

  @ParameterizedTest
  @MethodSource("servers")
  void ingestionLoadsBeforeIndexing(String server) {
    Store store = store(server, Durability.DEFAULT);
    Session session = session(store);
    store.create(COLLECTION);
    Ingestion ingestion = session.ingestion(COLLECTION);
    ingestion.prepare();
    ingestion.load(DATASET.documents(0, 900));
    ingestion.load(DATASET.documents(900, 100));
    assertThat(indexKeys(server)).containsExactly("{\"_id\": 1}");

    assertThat(ingestion.loadPhase()).isEqualTo("insert");
    assertThat(ingestion.phases()).extracting(Ingestion.Phase::name).containsExactly("index");
    ingestion.phases().forEach(phase -> phase.work().run());
    assertThat(indexKeys(server)).containsExactlyInAnyOrder("{\"_id\": 1}", "{\"links\": 1}");
    assertThat(ContentCheck.check(DATASET, 0, 1_000, session.reader(COLLECTION)).isSuccess())
        .isTrue();
  }

  @ParameterizedTest
  @MethodSource("servers")
  void recordsFsyncOutcome(String server) {
    Store store = store(server, Durability.DEFAULT);
    store.create(COLLECTION);
    store.quiesce();

    assertThat(store.describe(COLLECTION).settings().get("settle"))
        .isIn("fsync command", "nothing: the fsync command is missing, or not permitted");
  }

  @ParameterizedTest
  @MethodSource("servers")
  void describesActualServerAndSizes(String server) {
    Store store = store(server, Durability.RELAXED);
    store.create(COLLECTION);
    session(store).inserts(COLLECTION).insert(DATASET.documents(0, 100));
    StoreDescription description = store.describe(COLLECTION);

    assertThat(description.settings().get("writeConcern")).startsWith("{w: 1, j: false}");
    assertThat(description.sizes().get("uncompressed")).isGreaterThan(100L * 200);
    if (server.equals("imitation")) {
      assertThat(description.product())
          .isEqualTo(
              "a server that speaks MongoDB's protocol, is not MongoDB and reports version 5.0.0");
      assertThat(description.label()).isEqualTo("unknown product (mongodb wire)");
    } else {
      assertThat(description.product()).doesNotContain("is not MongoDB");
    }
  }

  @Test
  void rejectsServerWithoutDurability() {
    MongoProvider provider = new MongoProvider();

    assertThatThrownBy(
            () -> provider.open(Optional.of(new ServerAddress(imitation)), StoreConfig.defaults()))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("memory only")
        .hasMessageContaining("durability=default");
  }

  @Test
  void rejectsUnsupportedUpdateBeforeSending() {
    Session session = session(store("imitation", Durability.RELAXED));
    UpdateSpec spec =
        new UpdateSpec(
            UpdateKind.SUBSCRIPT,
            UpdateSpec.ID,
            Path.of("score"),
            (key, value) -> ObjectValue.empty());

    assertThatThrownBy(() -> session.updates(COLLECTION, spec))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("update=subscript is none of its statements");
  }

  @Test
  void rejectsInvalidAddressWithoutPassword() {
    MongoProvider provider = new MongoProvider();
    ServerAddress address = new ServerAddress("mongodb://user:se:cret@host:1/");

    assertThatThrownBy(() -> provider.open(Optional.of(address), StoreConfig.defaults()))
        .isInstanceOf(StoreException.class)
        .hasMessageNotContaining("cret")
        .hasMessageStartingWith("mongodb: this is not a MongoDB connection string; write it as ");
  }

  @Test
  void reportsDeadServerInOneLine() {
    MongoServer server = new MongoServer(new MemoryBackend());
    String url = server.bindAndGetConnectionString();
    Store store = store(client(url + "/?serverSelectionTimeoutMS=500"), Durability.DEFAULT);
    Session session = session(store);
    store.create(COLLECTION);
    server.shutdownNow();

    assertThatThrownBy(() -> session.inserts(COLLECTION).insert(DATASET.documents(0, 2)))
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(RejectedDocumentException.class)
        .hasMessageStartingWith("mongodb: inserting 2 documents: ")
        .message()
        .hasLineCount(1);
  }

  /** The driver gives up all of its connections when one thread finds the server gone. */
  @Test
  void serverFoundDeadByAnotherThreadEndsRun() {
    ServerId server = new ServerId(new ClusterId(), new com.mongodb.ServerAddress());
    assertThat(
            MongoDriver.of(
                "reading",
                new MongoConnectionPoolClearedException(server, new IOException("gone"))))
        .isInstanceOf(ServerFailureException.class);
  }

  /** Manual, "Error Codes": those of a server that goes down. */
  @ParameterizedTest
  @ValueSource(ints = {91, 11_600})
  void stoppedServerEndsRun(int code) {
    AtomicBoolean down = new AtomicBoolean();
    MongoServer server =
        new MongoServer(
            new MemoryBackend() {
              @Override
              public de.bwaldvogel.mongo.bson.Document handleMessage(MongoMessage message) {
                return down.get() && message.getDocument().containsKey("insert")
                    ? new de.bwaldvogel.mongo.bson.Document("ok", 0)
                        .append("code", code)
                        .append("errmsg", "the server is in quiesce mode and will shut down")
                    : super.handleMessage(message);
              }
            });
    try {
      Store store = store(client(server.bindAndGetConnectionString()), Durability.DEFAULT);
      store.create(COLLECTION);
      down.set(true);
      assertThatThrownBy(() -> session(store).inserts(COLLECTION).insert(DATASET.documents(0, 2)))
          .isInstanceOf(ServerFailureException.class)
          .hasMessageStartingWith("mongodb: inserting 2 documents: ");
    } finally {
      server.shutdownNow();
    }
  }

  @ParameterizedTest
  @Tag("attack")
  @Tag("D5")
  @ValueSource(strings = {Waits.WORK, Waits.ANSWER})
  void blockedServerReportsExceededLimit(String setting) throws IOException {
    String limit = Settings.property(setting);
    System.setProperty(limit, "1");
    MongoServer server = new MongoServer(new MemoryBackend());
    String url = server.bindAndGetConnectionString();
    try (FaultyProxy proxy = FaultyProxy.before(url)) {
      Store store = store(client(proxy.through(url)), Durability.DEFAULT);
      Collection plain = new Collection("plain", COLLECTION.example(), List.of());
      store.create(plain);
      proxy.set(FaultyProxy.Mode.SWALLOW);
      assertThatThrownBy(
              () -> {
                if (setting.equals(Waits.WORK)) {
                  store.quiesce();
                } else {
                  store.create(plain);
                }
              })
          .isInstanceOf(StoreException.class)
          .hasMessageStartingWith("mongodb: ")
          .hasMessageEndingWith(
              "; no answer for 1 s (" + Settings.variable(setting) + " sets the limit)");
    } finally {
      System.clearProperty(limit);
      server.shutdownNow();
    }
  }

  /**
   * Other answers are waited for as long as the setting says; a question has a limit of its own.
   */
  @Test
  void waitsForQueryUntilItsLimit() throws IOException {
    String limit = Settings.property(Waits.ANSWER);
    System.setProperty(limit, "1");
    MongoServer server = new MongoServer(new MemoryBackend());
    String url = server.bindAndGetConnectionString();
    try (FaultyProxy proxy = FaultyProxy.before(url)) {
      MongoDatabase database = client(proxy.through(url)).getDatabase("limits");
      BsonDocument command = BsonDocument.parse("{find: 'none'}");
      MongoSuiteQuery query = new MongoSuiteQuery(database, command, Duration.ofSeconds(20));
      assertThat(query.run()).isZero();
      proxy.slow(1_500);
      assertThat(query.run()).isZero();
      proxy.set(FaultyProxy.Mode.SWALLOW);
      MongoSuiteQuery endless = new MongoSuiteQuery(database, command, Duration.ofSeconds(2));
      assertThatThrownBy(endless::run)
          .isInstanceOf(TimeLimitException.class)
          .hasMessage("mongodb: a query took more than 2 s");
    } finally {
      System.clearProperty(limit);
      server.shutdownNow();
    }
  }

  private Store store(String server, Durability durability) {
    return store(client(url(server)), durability);
  }

  @Test
  void shardedCollectionRequiresMongos() {
    String address = SERVER_URL.orElse(imitation);
    assertThatThrownBy(() ->
            new MongoProvider()
                .open(
                    Optional.of(new ServerAddress(address)),
                    StoreConfig.defaults()
                        .withSettings(new StoreSettings(Map.of("sharding", "hashed")))))
        .isInstanceOf(StoreException.class)
        .message()
        .contains("sharding needs a sharded cluster")
        .contains("take sharding=none");
  }

  private Store store(MongoClient client, Durability durability) {
    Store store =
        TestStores.of(client, StoreConfig.defaults().withDurability(durability), Optional.empty());
    open.add(store);
    return store;
  }

  private static MongoClient client(String url) {
    return MongoDriver.client(new ServerAddress(url), StoreConfig.defaults());
  }

  private static String url(String server) {
    return server.equals("imitation") ? imitation : SERVER_URL.orElseThrow();
  }

  private Session session(Store store) {
    Session session = store.session();
    open.add(session);
    return session;
  }

  private static List<String> indexKeys(String server) {
    try (MongoClient client = client(url(server))) {
      List<String> keys = new ArrayList<>();
      client
          .getDatabase(TestSpace.name())
          .getCollection(COLLECTION.name())
          .listIndexes(BsonDocument.class)
          .forEach(index -> keys.add(index.getDocument("key").toJson()));
      return keys;
    }
  }

  private static void assertRejected(Runnable work, String... parts) {
    assertThatThrownBy(work::run)
        .isInstanceOf(RejectedDocumentException.class)
        .hasMessageContainingAll(parts)
        .message()
        .hasLineCount(1);
  }
}
