package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.query.IndexedReads;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.stores.postgres.server.PostgresWorkspace;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The set-up of the published indexed reads, as the server's catalogs show it. */
class PublishedReadsTest {
  private static final IndexedReadDocuments DATASET = new IndexedReadDocuments();
  private static final Collection COLLECTION =
      new Collection(
          "published_" + ProcessHandle.current().pid(),
          DATASET.document(0).body(),
          IndexedReads.published());

  @ParameterizedTest
  @ValueSource(strings = {"postgres-jsonb", "postgres-typed"})
  void publishedSetUpExistsInCatalog(String name) throws SQLException {
    StoreProvider provider = provider(name);
    ServerAddress address = TestServers.address(provider).orElseThrow();
    StoreConfig config =
        StoreConfig.defaults()
            .withSettings(new StoreSettings(Map.of("locale", "en-US", "explain-timing", "on")));
    try (Store store = provider.open(TestServers.address(provider), config);
        Session session = store.session()) {
      store.create(COLLECTION);
      session.inserts(COLLECTION).insert(DATASET.documents(0, 500));
      store.quiesce();
      Read read = session.read(COLLECTION, IndexedReads.scenarios("indexed_", 0).get(2).query());
      assertThat(read.explain().number("rows")).hasValue(83.0);

      assertThat(
              execute(
                  address,
                  "SELECT datlocprovider::text || ' ' || datlocale FROM pg_database WHERE datname = 'docduel_en_us'"))
          .containsExactly("i en-US");
      assertThat(
              execute(
                  address,
                  "SELECT query FROM pg_stat_activity WHERE datname = 'docduel_en_us' AND query LIKE 'EXPLAIN%'"))
          .singleElement()
          .asString()
          .contains("TIMING ON", "ILIKE '%priority%'");
      assertThat(store.describe(COLLECTION).settings())
          .containsEntry("table", "autovacuum_enabled=off");

      ServerAddress inside =
          new ServerAddress(address.url().replaceFirst("/postgres(\\?|$)", "/docduel_en_us$1"));
      String table = "docduel." + name.replace('-', '_') + "_" + COLLECTION.name();
      List<String> trees =
          execute(
              inside,
              "SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE NOT indisprimary AND indrelid = '"
                  + table
                  + "'::regclass AND pg_get_indexdef(indexrelid) LIKE '%USING btree%'");
      assertThat(trees).hasSize(17).allSatisfy(tree -> assertThat(tree).endsWith("INCLUDE (id)"));
      assertThat(trees.stream().filter(tree -> tree.contains("COLLATE \"C\"")))
          .hasSize(name.equals("postgres-jsonb") ? 4 : 0);
      execute(inside, "CREATE EXTENSION IF NOT EXISTS pg_visibility");
      assertThat(
              execute(
                  inside,
                  "SELECT all_frozen = relpages FROM pg_visibility_map_summary('"
                      + table
                      + "'), pg_class WHERE oid = '"
                      + table
                      + "'::regclass"))
          .containsExactly("t");
    }
  }

  /** Of two indexes that cost the same, the planner takes the later one, as in the paper. */
  @Test
  void indexesCreatedFirstGivePublishedPlanOfS3() throws SQLException {
    StoreProvider provider = provider("postgres-typed");
    StoreConfig config =
        StoreConfig.defaults()
            .withSettings(
                new StoreSettings(
                    Map.of("locale", "en-US", "planner", "published", "indexing", "before")));
    Collection collection =
        new Collection(
            "first_" + ProcessHandle.current().pid(),
            DATASET.document(0).body(),
            IndexedReads.published());
    try (Store store = provider.open(TestServers.address(provider), config);
        Session session = store.session()) {
      Ingestion ingestion = session.ingestion(collection);
      ingestion.prepare();
      for (int from = 0; from < 20_000; from += 5_000) {
        ingestion.load(DATASET.documents(from, 5_000));
      }
      ingestion.phases().forEach(phase -> phase.work().run());
      store.quiesce();
      Read read = session.read(collection, IndexedReads.scenarios("indexed_", 0).get(2).query());
      assertThat(read.explain().number("rows")).hasValue(3_333.0);
      assertThat(String.join(" ", read.explain().plan()))
          .contains("Index Only Scan using indexed_text_3_prefix_included");
    }
  }

  /** As {@code jsonb@17:jit=on} asks for it. */
  @Test
  void workersAndJitAreOffUnlessRequested() {
    StoreProvider provider = provider("postgres-jsonb");
    String url = TestServers.address(provider).orElseThrow().url();
    String withJit = url + (url.contains("?") ? "&" : "?") + "options=-c%20jit=on";

    assertThat(settings(provider, url)).contains("jit=off", "max_parallel_workers_per_gather=0");
    assertThat(settings(provider, withJit))
        .doesNotContain("jit=off")
        .contains("max_parallel_workers_per_gather=0");
  }

  private static String settings(StoreProvider provider, String url) {
    try (Store store = provider.open(Optional.of(new ServerAddress(url)), StoreConfig.defaults());
        Session session = store.session()) {
      store.create(COLLECTION);
      Read read = session.read(COLLECTION, IndexedReads.scenarios("indexed_", 0).get(0).query());
      return String.join(" ", read.explain().plan());
    }
  }

  @Test
  void cleanRemovesItsDatabase() throws Exception {
    StoreProvider provider = provider("postgres-jsonb");
    ServerAddress address = TestServers.address(provider).orElseThrow();
    StoreConfig config =
        StoreConfig.defaults().withSettings(new StoreSettings(Map.of("locale", "C.UTF-8")));
    provider.open(TestServers.address(provider), config).close();
    String databases = "SELECT datname FROM pg_database WHERE datname = 'docduel_c_utf_8'";
    assertThat(execute(address, databases)).hasSize(1);

    assertThat(new PostgresWorkspace("test").clean(address))
        .contains("removed the database docduel_c_utf_8");
    assertThat(execute(address, databases)).isEmpty();
  }

  @Test
  void doesNotUseForeignDatabase() throws SQLException {
    StoreProvider provider = provider("postgres-jsonb");
    ServerAddress address = TestServers.address(provider).orElseThrow();
    StoreConfig config =
        StoreConfig.defaults().withSettings(new StoreSettings(Map.of("locale", "nl")));
    execute(address, "CREATE DATABASE docduel_nl");
    try {
      assertThatThrownBy(() -> provider.open(Optional.of(address), config).close())
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("the database \"docduel_nl\" is not DocDuel's");
    } finally {
      execute(address, "DROP DATABASE docduel_nl");
    }
  }

  @Test
  void rejectsInvalidLocale() {
    assertThatThrownBy(() -> PostgresParameters.LOCALE.parameter().parse("en_US'; DROP"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("C.UTF-8 or an ICU locale such as en-US");
  }

  private static List<String> execute(ServerAddress address, String sql) throws SQLException {
    List<String> answers = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(address.url());
        Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {
            answers.add(rows.getString(1));
          }
        }
      }
    }
    return answers;
  }

  private static StoreProvider provider(String name) {
    return StoreProviders.byName(name).orElseThrow();
  }
}
