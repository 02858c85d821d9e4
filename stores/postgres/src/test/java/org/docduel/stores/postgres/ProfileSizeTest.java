package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How large the documents of the update workload are where the published ones had 163 bytes. */
class ProfileSizeTest {
  private static final UpdateDocuments DATASET = new UpdateDocuments();
  private static final int DOCUMENTS = 2_000;

  @Test
  void profileKeepsItsSizeOf163BytesWhileScoreChanges() throws SQLException {
    StoreProvider provider = StoreProviders.byName("postgres-jsonb").orElseThrow();
    ServerAddress address = TestServers.address(provider).orElseThrow();
    Collection collection =
        new Collection(
            "sizes_" + ProcessHandle.current().pid(), DATASET.document(0).body(), List.of());
    try (Store store = provider.open(Optional.of(address), StoreConfig.defaults());
        Session session = store.session();
        Connection connection = DriverManager.getConnection(address.url());
        Statement statement = connection.createStatement()) {
      String table = "docduel.postgres_jsonb_" + collection.name();
      store.create(collection);
      session.inserts(collection).insert(DATASET.documents(0, DOCUMENTS));
      double began = average(statement, table);
      store.empty(collection);
      session
          .inserts(collection)
          .insert(
              LongStream.range(0, DOCUMENTS)
                  .mapToObj(i ->
                      new Document(
                          i, UpdateDocuments.body(i, UpdateDocuments.score(i) + 97_000_000)))
                  .toList());
      double ended = average(statement, table);
      statement.execute("DROP TABLE " + table);

      assertThat(began).isBetween(0.9 * 163, 1.1 * 163);
      assertThat(ended).isEqualTo(began);
    }
  }

  @ParameterizedTest
  @CsvSource({"ORDERED, Index Scan", "AS_TEXT, Seq Scan"})
  void textIndexOnKeyExistsAndIsUnused(Index.Kind kind, String scan) throws SQLException {
    StoreProvider provider = StoreProviders.byName("postgres-jsonb").orElseThrow();
    ServerAddress address = TestServers.address(provider).orElseThrow();
    Collection collection =
        new Collection(
                "unusable_" + ProcessHandle.current().pid(),
                DATASET.document(0).body(),
                List.of(Index.on(kind, UpdateDocuments.KEY)))
            .withKey(UpdateDocuments.KEY);
    try (Store store = provider.open(Optional.of(address), StoreConfig.defaults());
        Session session = store.session();
        Connection connection = DriverManager.getConnection(address.url());
        Statement statement = connection.createStatement()) {
      store.create(collection);
      session.inserts(collection).insert(DATASET.documents(0, DOCUMENTS));
      store.quiesce();
      String table = "docduel.postgres_jsonb_" + collection.name();
      String key =
          new DocumentLayout.OfJson("jsonb", collection, StoreConfig.defaults())
              .value(Path.of(UpdateDocuments.KEY), Kind.DECIMAL);
      try (ResultSet row =
          statement.executeQuery(
              "EXPLAIN UPDATE " + table + " SET doc = doc WHERE " + key + " = 7")) {
        row.next();
        row.next();
        assertThat(row.getString(1)).contains(scan);
      }
    }
  }

  private static double average(Statement statement, String table) throws SQLException {
    try (ResultSet row = statement.executeQuery("SELECT avg(pg_column_size(doc)) FROM " + table)) {
      row.next();
      return row.getDouble(1);
    }
  }
}
