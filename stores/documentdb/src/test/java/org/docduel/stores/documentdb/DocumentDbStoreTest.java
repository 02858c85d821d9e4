package org.docduel.stores.documentdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.Test;

class DocumentDbStoreTest {
  private static final StoreProvider PROVIDER = StoreProviders.byName("documentdb").orElseThrow();
  private static final ObjectValue BODY =
      ObjectValue.of(
          FieldNames.of("text", "number", "list"),
          new StringValue("it's"),
          new DecimalValue(new BigDecimal("100.25")),
          ArrayValue.of(new StringValue("aml"), new StringValue("kyc")));

  @Test
  void answersFromCoveringIndexOnly() {
    ServerAddress address = TestServers.address(PROVIDER).orElseThrow();
    Index index = Index.on(Index.Kind.ORDERED, "text", "number");
    Collection collection =
        new Collection("covered", BODY, List.of(index.withId(Index.Id.COVERING)));
    Query query =
        Query.of(
            new Predicate.AllOf(
                List.of(
                    Predicate.is(Path.of("text"), new StringValue("it's")),
                    Predicate.above(Path.of("number"), BigDecimal.TEN))));
    try (Store store = PROVIDER.open(Optional.of(address), StoreConfig.defaults());
        Session session = store.session()) {
      store.create(collection);
      session
          .inserts(collection)
          .insert(LongStream.range(0, 3_000).mapToObj(DocumentDbStoreTest::document).toList());
      store.quiesce();
      Read read = session.read(collection, query);

      assertThat(read.run(id -> {})).isEqualTo(1);
      assertThat(String.join(" ", read.explain().plan())).contains("Index Only Scan");
    }
  }

  private static Document document(long id) {
    Value text = new StringValue(id == 7 ? "it's" : "text " + id);
    return new Document(
        id,
        new ObjectValue(BODY.names(), List.of(text, BODY.values().get(1), BODY.values().get(2))));
  }

  @Test
  void reportsMissingExtension() {
    StoreProvider plain = StoreProviders.byName("postgres-json").orElseThrow();
    Optional<ServerAddress> address = TestServers.address(plain);

    assertThatThrownBy(() -> PROVIDER.open(address, StoreConfig.defaults()))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("no extension documentdb");
  }

  /**
   * PostgreSQL counts the workers that it starts from version 18 on, here in a database that no
   * other run uses. For an answer that is fetched in portions it starts none, whatever the plan
   * says.
   */
  @Test
  void suiteQueryUsesPlannedWorkers() throws Exception {
    ServerAddress address = TestServers.address(PROVIDER).orElseThrow();
    assumeThat(query(address, "SELECT current_setting('server_version_num')::int"))
        .isGreaterThanOrEqualTo(180_000);
    StoreConfig config =
        StoreConfig.defaults().withSettings(new StoreSettings(Map.of("locale", "C.UTF-8")));
    StoreProvider jsonb = StoreProviders.byName("postgres-jsonb").orElseThrow();
    ObjectValue body = ObjectValue.of(Map.of("text", new StringValue("x".repeat(600))));
    Collection many = new Collection("many", body, List.of());
    String costly =
        IntStream.range(0, 100)
            .mapToObj(i -> "length(doc->>'text') <> " + i)
            .collect(Collectors.joining(" AND ", "SELECT count(*) AS n FROM many WHERE ", ""));
    try (Store parent = jsonb.open(Optional.of(address), config);
        Store store = parent.within("workers");
        Session session = store.session()) {
      store.clear();
      Ingestion load = session.ingestion(many);
      load.prepare();
      load.load(LongStream.range(0, 20_000).mapToObj(id -> new Document(id, body)).toList());
      load.phases().forEach(phase -> phase.work().run());
      SuiteQuery query = session.query(costly, Duration.ofMinutes(1), false);
      assertThat(String.join(" ", query.plan())).contains("Workers Planned: 1");
      long before = workersStarted(address);

      assertThat(query.run()).isEqualTo(1);

      // a session that is idle reports after ten seconds at the latest
      Instant end = Instant.now().plusSeconds(20);
      while (workersStarted(address) == before && Instant.now().isBefore(end)) {
        Thread.sleep(200);
      }
      assertThat(workersStarted(address) - before).isPositive();
      store.clear();
    }
  }

  private static long workersStarted(ServerAddress address) throws SQLException {
    return query(
        address,
        "SELECT parallel_workers_launched FROM pg_stat_database WHERE datname = '"
            + address.space()
            + "_c_utf_8'");
  }

  private static long query(ServerAddress address, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(address.url());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
