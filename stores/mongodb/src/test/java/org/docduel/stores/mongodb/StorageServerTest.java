package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.mongodb.MongoWorkspace.OwnershipRegistry;
import org.docduel.testkit.TestSpace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class StorageServerTest {
  private static final String ROWS_ESTIMATED =
      "SELECT reltuples FROM pg_class JOIN documentdb_api_catalog.collections"
          + " ON oid = ('documentdb_data.documents_' || collection_id)::regclass"
          + " WHERE database_name = ? AND collection_name = ?";

  @Tag("attack")
  @Tag("M10")
  @Test
  void reportsUnsupportedAddressWithoutPassword() {
    Settings settings =
        Settings.of(
            Map.of(
                Settings.variable(StorageServer.SETTING),
                "jdbc:postgres://127.0.0.1:1/x?user=u&password=guessed"),
            new Properties());

    MongoServer server = new MongoServer(new MemoryBackend());
    try (MongoClient client = MongoClients.create(server.bindAndGetConnectionString())) {
      OwnershipRegistry marks = new OwnershipRegistry(client.getDatabase("test"), "test");
      assertThatThrownBy(() -> StorageServer.of(settings, marks))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("DOCDUEL_MONGODB_STORAGE_URL")
          .hasMessageNotContaining("guessed");
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void reportsUnusedStorageAddress() {
    String property = Settings.property(StorageServer.SETTING);
    System.setProperty(property, "jdbc:postgresql://127.0.0.1/x?password=guessed");
    MongoServer server = new MongoServer(new MemoryBackend());
    try (Store store = TestStores.of(server.bindAndGetConnectionString())) {
      store.create(COLLECTION);
      assertThat(store.describe(COLLECTION).findings())
          .anyMatch(line ->
              line.startsWith(
                  "docduel.mongodb.storage.url is for FerretDB, and not used with a server "))
          .noneMatch(line -> line.contains("guessed"));
    } finally {
      System.clearProperty(property);
      server.shutdownNow();
    }
  }

  @Test
  void unreachableStorageServerLeavesDurabilityUnverified() {
    Settings settings =
        Settings.of(
            Map.of(Settings.variable("documentdb.url"), "jdbc:postgresql://127.0.0.1:1/x"),
            new Properties());

    MongoServer server = new MongoServer(new MemoryBackend());
    try (MongoClient client = MongoClients.create(server.bindAndGetConnectionString())) {
      OwnershipRegistry marks = new OwnershipRegistry(client.getDatabase("test"), "test");
      assertThat(StorageServer.of(settings, marks)).isEmpty();
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void findsStorageServerOfMissingDatabase() {
    String url = Settings.ofProcess().get("mongodb.url").orElse("");
    String below = Settings.ofProcess().get("documentdb.url").orElse("");
    assumeThat(url).as("DOCDUEL_MONGODB_URL is set").isNotEmpty();
    assumeThat(below).as("DOCDUEL_DOCUMENTDB_URL is set").isNotEmpty();
    Settings settings =
        Settings.of(Map.of(Settings.variable(StorageServer.SETTING), below), new Properties());
    try (MongoClient client = MongoClients.create(url)) {
      OwnershipRegistry marks =
          new OwnershipRegistry(client.getDatabase(TestSpace.name() + "_fresh"), TestSpace.name());
      marks.database().drop();
      try {
        assertThat(StorageServer.of(settings, marks)).isPresent();
      } finally {
        marks.database().drop();
      }
    }
  }

  @Test
  void omitsWorkTheUserMayNotDo() throws SQLException {
    Settings settings = Settings.ofProcess();
    String url = settings.get("mongodb.url").orElse("");
    String below = settings.get("documentdb.url").orElse("");
    assumeThat(url).as("DOCDUEL_MONGODB_URL is set").isNotEmpty();
    assumeThat(below).as("DOCDUEL_DOCUMENTDB_URL is set").endsWith("user=postgres");
    String role = TestSpace.name() + "_reader";
    String schemas =
        "documentdb_core, documentdb_data, documentdb_api_catalog, documentdb_api_internal";
    MongoClient client = MongoDriver.client(new ServerAddress(url), StoreConfig.defaults());
    StorageServer reader =
        new StorageServer("test", below.replace("user=postgres", "user=" + role));
    try (Connection connection = DriverManager.getConnection(below);
        Store store = TestStores.of(client, StoreConfig.defaults(), Optional.of(reader))) {
      Sql.run(
          connection,
          List.of(
              "CREATE ROLE " + role + " LOGIN",
              "GRANT USAGE ON SCHEMA " + schemas + " TO " + role,
              "GRANT SELECT ON documentdb_api_catalog.collections TO " + role));
      try {
        Ingestion load = store.session().ingestion(COLLECTION);
        load.prepare();
        load.load(DATASET.documents(0, 10));
        load.phases().forEach(phase -> phase.work().run());
        store.quiesce();
        assertThat(store.describe(COLLECTION).settings())
            .containsEntry("settle", "nothing: not permitted in the PostgreSQL below");
        assertThat(store.describe(COLLECTION).findings())
            .containsExactly(
                "a bulk load ends without statistics: the PostgreSQL below permits no ANALYZE");
        Sql.run(connection, "GRANT pg_checkpoint TO " + role);
        store.quiesce();
        assertThat(store.describe(COLLECTION).settings())
            .containsEntry("settle", "CHECKPOINT in the PostgreSQL below");
      } finally {
        Sql.run(connection, List.of("DROP OWNED BY " + role, "DROP ROLE " + role));
      }
    }
  }

  private static final InsertDocuments DATASET = InsertDocuments.withDefaults();
  private static final Collection COLLECTION =
      new Collection("storage_server_test", DATASET.document(0).body(), List.of());

  @Test
  void fsyncOffViolatesAllDurabilitiesAndLateCommitTheDefault() {
    assertThat(StorageServer.violation(promise("on", "on"), Durability.DEFAULT)).isEmpty();
    assertThat(StorageServer.violation(promise("off", "on"), Durability.DEFAULT))
        .contains("fsync=off");
    assertThat(StorageServer.violation(promise("off", "on"), Durability.RELAXED))
        .contains("fsync=off");
    assertThat(StorageServer.violation(promise("on", "off"), Durability.DEFAULT))
        .contains("synchronous_commit=off");
    assertThat(StorageServer.violation(promise("on", "off"), Durability.RELAXED)).isEmpty();
  }

  @Test
  void reportsDurabilityAndStateOfStorageServer() {
    Settings settings = Settings.ofProcess();
    Optional<String> url = settings.get("mongodb.url");
    assumeThat(url.isPresent() && settings.get("documentdb.url").isPresent())
        .as("both servers are given")
        .isTrue();
    try (Store store =
            new MongoProvider()
                .open(
                    Optional.of(new ServerAddress(url.orElseThrow(), TestSpace.name())),
                    StoreConfig.defaults());
        Session session = store.session()) {
      store.create(COLLECTION);
      session.inserts(COLLECTION).insert(DATASET.documents(0, 100));
      store.quiesce();
      StoreDescription described = store.describe(COLLECTION);
      assumeThat(described.product()).startsWith("FerretDB");

      assertThat(described.durability())
          .endsWith("(fsync on, synchronous_commit on, full_page_writes on)");
      assertThat(described.settings())
          .containsEntry("fsync", "on")
          .containsKeys("shared_buffers", "data_checksums", "locale")
          .containsEntry("settle", "VACUUM, ANALYZE and CHECKPOINT in the PostgreSQL below");
      assertThat(described.findings()).isEmpty();
    }
  }

  @Test
  void bulkLoadEndsWithStatisticsOfStorageServer() throws SQLException {
    Settings settings = Settings.ofProcess();
    Optional<String> url = settings.get("mongodb.url");
    Optional<String> below = settings.get("documentdb.url");
    assumeThat(url.isPresent() && below.isPresent()).as("both servers are given").isTrue();
    Collection loaded = new Collection("loaded_test", DATASET.document(0).body(), List.of());
    try (Store store =
            new MongoProvider()
                .open(
                    Optional.of(new ServerAddress(url.orElseThrow(), TestSpace.name())),
                    StoreConfig.defaults());
        Session session = store.session()) {
      Ingestion load = session.ingestion(loaded);
      load.prepare();
      load.load(DATASET.documents(0, 120));
      load.phases().forEach(phase -> phase.work().run());

      try (Connection connection = DriverManager.getConnection(below.orElseThrow());
          PreparedStatement statement = connection.prepareStatement(ROWS_ESTIMATED)) {
        statement.setString(1, TestSpace.name());
        statement.setString(2, loaded.name());
        try (ResultSet row = statement.executeQuery()) {
          assertThat(row.next()).isTrue();
          assertThat(row.getLong(1)).isEqualTo(120);
        }
      }
    }
  }

  private static Map<String, String> promise(String fsync, String commit) {
    Map<String, String> promise = new LinkedHashMap<>();
    promise.put("fsync", fsync);
    promise.put("synchronous_commit", commit);
    promise.put("full_page_writes", "on");
    return promise;
  }
}
