package org.docduel.stores.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.TimeLimitException;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.stores.jdbc.Sql;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Queries of suites, on a real server of each. */
class MysqlSuiteTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final long ROWS = 1_000;

  private static final Collection ORDERS = new Collection("orders", document(0).body(), List.of());

  static Stream<MysqlProvider> stores() {
    return MysqlStoreTest.stores();
  }

  private static Document document(long id) {
    return new Document(
        id,
        ObjectValue.of(
            Map.of(
                "city",
                new StringValue(id % 2 == 0 ? "Rome" : "Oslo"),
                "paid",
                BooleanValue.of(id % 3 == 0),
                "tags",
                new ArrayValue(List.of(new StringValue("a"), new IntegerValue(id))),
                "amount",
                new DecimalValue(new BigDecimal(ROWS - id)),
                "note",
                id == 0 ? new StringValue("first") : NullValue.NULL)));
  }

  private static List<List<Value>> rows(SuiteQuery query) {
    List<List<Value>> rows = new ArrayList<>();
    query.answer((names, values) -> rows.add(values));
    return rows;
  }

  private interface Work {
    void accept(Store suite, Session session) throws SQLException;
  }

  private static void onOrders(MysqlProvider provider, Work work) throws SQLException {
    try (Store store = provider.open(TestServers.address(provider), StoreConfig.defaults())) {
      Store suite = store.within("s" + ProcessHandle.current().pid());
      suite.clear();
      try (Session session = suite.session()) {
        Ingestion ingestion = session.ingestion(ORDERS);
        ingestion.prepare();
        ingestion.load(LongStream.range(0, ROWS).mapToObj(MysqlSuiteTest::document).toList());
        ingestion.phases().forEach(phase -> phase.work().run());
        work.accept(suite, session);
      } finally {
        suite.clear();
      }
    }
  }

  /** In a derived table MariaDB would drop the order. */
  @ParameterizedTest
  @MethodSource("stores")
  void keepsTheOrderOfAnAnswer(MysqlProvider provider) throws SQLException {
    onOrders(
        provider,
        (suite, session) -> {
          String sql = "SELECT id FROM orders ORDER BY JSON_VALUE(doc, '$.amount') + 0";
          assertThat(rows(session.query(sql, MINUTE, false)))
              .extracting(row -> ((IntegerValue) row.get(0)).value())
              .containsExactlyElementsOf(
                  LongStream.range(0, ROWS).mapToObj(i -> ROWS - 1 - i).toList());
        });
  }

  @ParameterizedTest
  @MethodSource("stores")
  @Tag("attack")
  @Tag("D10")
  void sendsParametersAsValues(MysqlProvider provider) throws SQLException {
    onOrders(
        provider,
        (suite, session) -> {
          SuiteQuery query =
              session.query(
                  "SELECT id, $2 AS city FROM orders WHERE id < $1 AND JSON_VALUE(doc, '$.city') = $2"
                      + " ORDER BY id",
                  MINUTE,
                  false);
          for (String city : List.of("Oslo", "' OR '1' = '1", "$1", "\\' OR 1 = 1 -- ", "?")) {
            query.bind(List.of(new IntegerValue(10), new StringValue(city)));
            assertThat(rows(query)).as(city).hasSize(city.equals("Oslo") ? 5 : 0);
            assertThat(query.run()).isEqualTo(city.equals("Oslo") ? 5 : 0);
          }
          assertThat(query.plan()).singleElement().asString().startsWith("orders: range");
        });
  }

  @ParameterizedTest
  @MethodSource("stores")
  void readsValuesAndTheirTypesAndExplains(MysqlProvider provider) throws SQLException {
    onOrders(
        provider,
        (suite, session) -> {
          SuiteQuery query =
              session.query(
                  "SELECT JSON_EXTRACT(doc, '$.paid') AS paid, JSON_VALUE(doc, '$.note') AS note,"
                      + " JSON_EXTRACT(doc, '$.tags') AS tags, doc FROM orders WHERE id = 3",
                  MINUTE,
                  false);
          List<Value> row = rows(query).get(0);
          ObjectValue body = (ObjectValue) row.get(3);
          assertThat(row.subList(0, 3))
              .containsExactly(
                  BooleanValue.TRUE,
                  NullValue.NULL,
                  new ArrayValue(List.of(new StringValue("a"), new IntegerValue(3))));
          assertThat(body.field("city")).contains(new StringValue("Oslo"));
          assertThat(query.run()).isOne();
          assertThat(query.plan()).isNotEmpty().noneMatch(step -> step.contains("?"));
        });
  }

  /** A transaction that is begun as READ ONLY lets DDL through in both servers. */
  @ParameterizedTest
  @MethodSource("stores")
  void changesNothingInASessionForQueries(MysqlProvider provider) throws SQLException {
    onOrders(
        provider,
        (suite, session) -> {
          session.query("SELECT 1", MINUTE, false).run();
          for (String change :
              List.of(
                  "DELETE FROM orders",
                  "DROP TABLE orders",
                  "CREATE TABLE other (a int)",
                  "ALTER TABLE orders ADD b int",
                  "SELECT id FROM orders WHERE id = 1 FOR UPDATE")) {
            assertThatThrownBy(() -> session.query(change, MINUTE, false).run())
                .as(change)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("1792");
          }
          assertThat(session.reader(ORDERS).count()).isEqualTo(ROWS);
        });
  }

  @ParameterizedTest
  @MethodSource("stores")
  void letsAReadOnlyTransactionDropATable(MysqlProvider provider) throws SQLException {
    ServerAddress address = TestServers.address(provider).orElseThrow();
    String table = "\"" + address.space() + "\".\"dropped_" + ProcessHandle.current().pid() + '"';
    try (Connection connection = MysqlAddress.open(address, LIMIT, LIMIT)) {
      MysqlWorkspace.makeDatabase(connection, address.space());
      Sql.run(
          connection,
          List.of(
              "CREATE TABLE " + table + " (a int) COMMENT '" + MysqlTable.MARK + "'",
              "START TRANSACTION READ ONLY",
              "DROP TABLE " + table));
      assertThatThrownBy(() -> Sql.first(connection, "SELECT a FROM " + table))
          .isInstanceOf(SQLException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void endsAQueryThatTakesTooLong(MysqlProvider provider) throws SQLException {
    onOrders(
        provider,
        (suite, session) -> {
          String slow = "SELECT sum(a.id * b.id * c.id) FROM orders a, orders b, orders c";
          assertThatThrownBy(() -> session.query(slow, Duration.ofMillis(300), false).run())
              .isInstanceOf(TimeLimitException.class);
          assertThat(session.query("SELECT 1", MINUTE, false).run()).isOne();
        });
  }

  @ParameterizedTest
  @MethodSource("stores")
  void cleansTheDatabasesOfSuitesAndNoOthers(MysqlProvider provider) throws Exception {
    String space = "clean" + ProcessHandle.current().pid();
    ServerAddress address =
        new ServerAddress(TestServers.address(provider).orElseThrow().url(), space);
    String other = space + "_of_others";
    String suite = MysqlWorkspace.suiteDatabase(address, provider.name(), "one");
    try (Connection connection = MysqlAddress.open(address, LIMIT, LIMIT);
        Store store = provider.open(Optional.of(address), StoreConfig.defaults())) {
      MysqlWorkspace.makeDatabase(connection, other);
      store.within("one").create(ORDERS);
      store.create(ORDERS);
      assertThat(new MysqlWorkspace(MysqlServer.of(connection)).clean(address))
          .contains(
              "removed the table " + space + ".json_orders",
              "removed the table " + suite + ".orders",
              "removed the database " + suite);
      String databases = "SHOW DATABASES LIKE '" + space + "%'";
      assertThat(Sql.rows(connection, databases, row -> row.getString(1)))
          .containsExactlyInAnyOrder(space, other);
      Sql.run(connection, List.of("DROP DATABASE " + other, "DROP DATABASE " + space));
    }
  }
}
