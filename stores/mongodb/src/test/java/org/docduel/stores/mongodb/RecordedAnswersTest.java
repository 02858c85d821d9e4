package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.bson.BsonDocument;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.server.ExternalServer;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.core.spi.Watch.Reading;
import org.docduel.stores.mongodb.MongoWorkspace.OwnershipRegistry;
import org.docduel.testkit.TestSpace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a real server is known to answer, and what becomes of it. */
final class RecordedAnswersTest {
  private static final Collection COLLECTION = new Collection("c", ObjectValue.empty(), List.of());
  private static final List<Document> DOCUMENTS = List.of(new Document(1, ObjectValue.empty()));

  private final RecordedMongod server = new RecordedMongod();

  @AfterEach
  void stop() {
    server.stop();
  }

  private Store open() {
    StoreConfig config = StoreConfig.defaults();
    ServerAddress address = new ServerAddress(server.url + "/?compressors=zlib");
    String space = TestSpace.name();
    var client = MongoDriver.client(address, config);
    OwnershipRegistry marks = new OwnershipRegistry(client.getDatabase(space), space);
    ServerReport report = ServerReport.of(client).with(address);
    return new MongoStore(client, report, config, Optional.empty(), marks);
  }

  /** A mongod's files grow at checkpoints alone. */
  @Test
  void writesACheckpointBeforeItReadsSizes() {
    server.with("collStats", "collStats").with("fsync", BsonDocument.parse("{numFiles: 1, ok: 1}"));
    try (Store store = open()) {
      StoreDescription description = store.describe(COLLECTION);

      assertThat(server.commands).containsSubsequence("fsync", "collStats");
      assertThat(description.sizes())
          .isEqualTo(
              Map.of(
                  "uncompressed", 40_000_000L,
                  "storage", 20_480_000L,
                  "index", 450_560L,
                  "total", 20_930_560L));
      assertThat(description.settings()).containsEntry("blockCompressor", "snappy");
    }
  }

  @ParameterizedTest
  @CsvSource({"not authorized", "Atlas 8000"})
  void omitsSizesWithoutRightToFlush(String error) {
    server.with("collStats", "collStats").with("fsync", error).with("serverStatus", error);
    try (Store store = open()) {
      store.quiesce();
      StoreDescription description = store.describe(COLLECTION);

      assertThat(description.sizes()).containsOnlyKeys("uncompressed");
      assertThat(description.settings())
          .containsEntry("settle", "nothing: the fsync command is missing, or not permitted");
      assertThat(description.findings())
          .anyMatch(finding ->
              finding.contains("serverStatus") && finding.endsWith("role clusterMonitor"))
          .anyMatch(
              finding -> finding.contains("no fsync") && finding.endsWith("role hostManager"));
    }
  }

  @Test
  void reportsRelevantSettingsWithoutSecrets() {
    server
        .with("buildInfo", "buildInfo 8.0")
        .with("serverStatus", "serverStatus 8.0")
        .with("getParameter", "getParameter 8.0")
        .with("getCmdLineOpts", "getCmdLineOpts");
    try (Store store = open()) {
      Map<String, String> settings = store.describe(COLLECTION).settings();

      assertThat(settings)
          .containsEntry("edition", "community")
          .containsEntry("featureCompatibilityVersion", "7.0")
          .containsEntry("internalQueryFrameworkControl", "trySbeRestricted")
          .containsEntry("maxIndexBuildMemoryUsageMegabytes", "200")
          .containsEntry("storage.syncPeriodSecs", "60")
          .containsEntry("storage.journal.commitIntervalMs", "100")
          .containsEntry("encryptionAtRest", "false")
          .containsEntry("net.tls.mode", "requireTLS")
          .containsEntry("net.compression.compressors", "snappy,zstd")
          .containsEntry("net.maxIncomingConnections", "500")
          .containsEntry("security.enableEncryption", "true")
          .containsEntry("security.authorization", "enabled")
          .containsEntry("systemLog.verbosity", "1")
          .containsEntry("auditLog.destination", "file")
          .containsEntry("storage.wiredTiger.engineConfig.journalCompressor", "zstd")
          .containsEntry("client.tls", "false")
          .containsEntry("client.compressors", "[\"zlib\"]");
      assertThat(settings.toString()).doesNotContain("/", "27017", "ldap", "<password>");
    }
  }

  @Test
  void namesTheReplicaSetWithItsMembers() {
    ServerReport report =
        new ServerReport(
            new BsonDocument("buildInfo", RecordedMongod.answer("buildInfo 8.0"))
                .append("hello", RecordedMongod.answer("hello of a replica set")));

    assertThat(report.settings()).containsEntry("oplog", "replica set rs0 of 3 members");
  }

  @Test
  void reportsStartupWarningsOfServer() {
    server.with("buildInfo", "buildInfo 8.0").with("getLog", "getLog startupWarnings");
    try (Store store = open()) {
      assertThat(store.describe(COLLECTION).findings())
          .filteredOn(finding -> finding.contains("at its start"))
          .containsExactly(
              "the server warned at its start: We suggest setting the contents of sysfsFile to 0.",
              "the server warned at its start: soft rlimits too low.");
    }
  }

  @Test
  void countsUpdatesOfCollectionOnly() {
    BsonDocument top = RecordedMongod.answer("top").getDocument("totals").getDocument("SPACE.c");
    BsonDocument status = RecordedMongod.answer("serverStatus 8.0");

    assertThat(ServerReport.readings(status, RecordedMongod.answer("collStats"), top))
        .extracting(Reading::name, Reading::value)
        .containsExactly(
            tuple("mongostat.updates", 130.0),
            tuple("mongostat.document", 4000.0),
            tuple("mongostat.cache_dirty", 700.0),
            tuple("mongostat.journal", 6500.0));
  }

  /** It would flush the journal in the middle of what is measured. */
  @Test
  void doesNotJournalHeartbeatOfLease() throws Exception {
    var lease = new MongoWorkspace().lease(new ServerAddress(server.url, "docduel_beat"));
    try {
      Thread.sleep(6_000); // the beat comes every 5 seconds
      assertThat(server.commands)
          .anyMatch(command -> command.contains("updates: [") && command.contains("j: false"));
    } finally {
      lease.close();
    }
  }

  @Test
  void createsIndexesOfCollectionInOneCommand() {
    try (Store store = open();
        Session session = store.session()) {
      session.apply(List.of("{\"c\": [{\"a\": 1}, {\"b\": 1, \"a\": -1}]}"));

      assertThat(server.commands).filteredOn("createIndexes"::equals).hasSize(1);
    }
  }

  @Test
  void electionIsNotRejectedDocument() {
    try (Store store = open();
        Session session = store.session()) {
      store.create(COLLECTION);
      server.with("insert", "not primary");
      assertThatThrownBy(() -> session.inserts(COLLECTION).insert(DOCUMENTS))
          .isInstanceOf(ServerFailureException.class)
          .hasMessageContaining("elects another primary");
    }
  }

  @Test
  void exceededQuotaEndsRun() {
    try (Store store = open();
        Session session = store.session()) {
      store.create(COLLECTION);
      server.with("insert", "Atlas quota");
      assertThatThrownBy(() -> session.inserts(COLLECTION).insert(DOCUMENTS))
          .isInstanceOf(ServerFailureException.class)
          .hasMessageContaining("space quota");
    }
  }

  @Test
  void rejectedWriteConcernIsNotRejectedDocument() {
    try (Store store = open();
        Session session = store.session()) {
      store.create(COLLECTION);
      server.with("insert", "no journal");
      assertThatThrownBy(() -> session.inserts(COLLECTION).insert(DOCUMENTS))
          .isInstanceOf(StoreException.class)
          .isNotInstanceOf(RejectedDocumentException.class)
          .hasMessageContaining("journaling");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "explain, lookup scans in the classic engine | $lookup indexesUsed:  scans the foreign"
            + " collection | ''",
        "explain, lookup scans in the slot-based engine | EQ_LOOKUP strategy: HashJoin"
            + " foreignCollection: docduel.things scans the foreign collection | ''",
        "explain, lookup by an index in the slot-based engine | EQ_LOOKUP_UNWIND indexName: _id_"
            + " strategy: IndexedLoopJoin foreignCollection: docduel.things | _id_ source_ordered",
        "explain, one document by its id before 8.0 | IDHACK | _id_",
        "explain, one document by its id since 8.0 | EXPRESS_IXSCAN indexName: _id_ | _id_"
      })
  void plansNameForeignScansAndTheIndexOfIds(String name, String line, String indexes) {
    QueryPlan plan = MongoPlans.of(RecordedMongod.answer(name));

    assertThat(plan.plan()).contains(line);
    assertThat(String.join(" ", plan.indexes())).isEqualTo(indexes);
  }

  @Test
  void plansNameWhatSpilledToDisk() {
    assertThat(
            MongoPlans.of(RecordedMongod.answer("explain, lookup scans in the classic engine"))
                .plan())
        .contains("spilled to disk: $sort");
  }

  /** {@code @7} of an 8.0 server would give results a wrong name. */
  @Test
  void rejectsServerOfAnotherVersionThanNamed() {
    server.with("buildInfo", "buildInfo 8.0");
    Settings settings =
        Settings.of(
            Map.of("DOCDUEL_MONGODB_URL_7", server.url, "DOCDUEL_MONGODB_URL_8", server.url),
            new Properties());

    assertThatThrownBy(() -> new ExternalServer("mongodb@7", new MongoWorkspace()).start(settings))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("the server's version is 8.0.16, not 7");
    new ExternalServer("mongodb@8", new MongoWorkspace()).start(settings).close();
  }

  @Test
  void unresolvedSrvNameIsNotCalledMalformed() {
    Settings settings =
        Settings.of(
            Map.of("DOCDUEL_MONGODB_URL", "mongodb+srv://joe:HIDE@cluster.invalid/"),
            new Properties());

    assertThatThrownBy(() -> new ExternalServer("mongodb", new MongoWorkspace()).start(settings))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("cannot be resolved here")
        .hasMessageNotContaining("HIDE");
  }
}
