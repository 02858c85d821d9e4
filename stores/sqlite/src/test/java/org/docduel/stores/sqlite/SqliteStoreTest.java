package org.docduel.stores.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.Waits;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.TimeLimitException;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.starter.StarterSuite.StarterQuery;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.stores.jdbc.Sql;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqliteStoreTest {
  private static final ObjectValue BODY =
      ObjectValue.of(
          FieldNames.of("word", "flag", "time", "price"),
          new StringValue("10%_*"),
          BooleanValue.TRUE,
          new TimestampValue(Instant.parse("2025-01-01T00:00:00Z")),
          new DecimalValue(new BigDecimal("1.5")));
  private static final Collection COLLECTION =
      new Collection("c", BODY, List.of(Index.on(Index.Kind.PREFIX, "word")));

  @TempDir private java.nio.file.Path directory;

  private Store open(StoreConfig config) {
    ServerAddress file = new ServerAddress("jdbc:sqlite:" + directory.resolve("test.db"));
    return new SqliteProvider.Jsonb().open(Optional.of(file), config);
  }

  private static void load(Ingestion ingestion) {
    ingestion.prepare();
    ingestion.load(List.of(new Document(1, BODY), new Document(2, BODY)));
    ingestion.phases().forEach(phase -> phase.work().run());
  }

  @Test
  void keepsDurability() {
    for (Durability durability : Durability.values()) {
      try (Store store = open(StoreConfig.defaults().withDurability(durability))) {
        store.create(COLLECTION);
        assertThat(store.describe(COLLECTION).settings())
            .containsEntry("journal_mode", "wal")
            .containsEntry(
                "synchronous",
                switch (durability) {
                  case DEFAULT -> "FULL";
                  case RELAXED -> "NORMAL";
                  case NONE -> "OFF";
                });
      }
    }
  }

  @Test
  void reportsCheckpointBlockedByReader() throws SQLException {
    String limit = Settings.property(Waits.WORK);
    System.setProperty(limit, "1");
    try (Store store = open(StoreConfig.defaults());
        Session session = store.session();
        Connection other =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("test.db"))) {
      load(session.ingestion(COLLECTION));
      other.setAutoCommit(false);
      Sql.first(other, "SELECT count(*) FROM jsonb_c");
      session.inserts(COLLECTION).insert(List.of(new Document(3, BODY)));
      store.quiesce();
      assertThat(store.describe(COLLECTION).settings().get(Store.QUIESCE))
          .endsWith("(not all: another connection reads)");
      other.rollback();
      store.quiesce();
      assertThat(store.describe(COLLECTION).settings().get(Store.QUIESCE)).endsWith("(TRUNCATE)");
    } finally {
      System.clearProperty(limit);
    }
  }

  /** Every other store begins with a new file. */
  @Test
  void emptyingReleasesPagesOfFile() throws SQLException {
    try (Store store = open(StoreConfig.defaults());
        Session session = store.session();
        Connection other =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("test.db"))) {
      store.create(COLLECTION);
      Optional<String> pages = Sql.first(other, "PRAGMA page_count");
      List<Document> many =
          LongStream.range(0, 5_000).mapToObj(i -> new Document(i, BODY)).toList();
      session.inserts(COLLECTION).insert(many);
      assertThat(Sql.first(other, "PRAGMA page_count")).isNotEqualTo(pages);
      store.empty(COLLECTION);

      assertThat(Sql.first(other, "PRAGMA page_count")).isEqualTo(pages);
      assertThat(Sql.first(other, "PRAGMA freelist_count")).contains("0");
      session.inserts(COLLECTION).insert(many.subList(0, 2));
      assertThat(session.reader(COLLECTION).count()).isEqualTo(2);
    }
  }

  /** All pages of the file but the first, which lists what is in it. */
  @Test
  void sizesCountPagesOfFile() throws SQLException {
    Collection plain = new Collection("plain", BODY, List.of());
    List<Document> documents =
        LongStream.range(0, 1_000).mapToObj(id -> new Document(id, BODY)).toList();
    try (Store store = open(StoreConfig.defaults());
        Session session = store.session();
        Connection other =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("test.db"))) {
      store.create(plain);
      session.inserts(plain).insert(documents);
      long bytes = bytesOfPages(other);
      assertThat(store.describe(plain).sizes())
          .isEqualTo(Map.of("heap", bytes, "index", 0L, "total", bytes));

      store.create(COLLECTION);
      session.inserts(COLLECTION).insert(documents);
      long more = bytesOfPages(other) - bytes;
      assertThat(store.describe(COLLECTION).sizes())
          .isEqualTo(Map.of("heap", bytes, "index", more - bytes, "total", more));
      assertThat(more).isGreaterThan(bytes);
    }
  }

  private static long bytesOfPages(Connection connection) throws SQLException {
    String bytes = "SELECT (page_count - 1) * page_size FROM pragma_page_count, pragma_page_size";
    return Long.parseLong(Sql.first(connection, bytes).orElseThrow());
  }

  @Test
  void findsPrefixWithWildcardsByIndex() {
    try (Store store = open(StoreConfig.defaults());
        Session session = store.session()) {
      load(session.ingestion(COLLECTION));
      Read found = session.read(COLLECTION, starting("10%_*"));
      assertThat(found.run(id -> {})).isEqualTo(2);
      assertThat(found.explain().indexes()).containsExactly("jsonb_c_i0");
      assertThat(session.read(COLLECTION, starting("1?")).run(id -> {})).isZero();
      assertThat(session.read(COLLECTION, Query.of(new Predicate.AnyOf(List.of()))).run(id -> {}))
          .isZero();
    }
  }

  @Test
  void distinguishesCollectionsOfSameName() {
    ObjectValue more = ObjectValue.of(FieldNames.of("word", "rank"), BODY.values().get(0), RANK);
    try (Store store = open(StoreConfig.defaults());
        Session session = store.session()) {
      load(session.ingestion(COLLECTION));
      session.read(COLLECTION, starting("1"));
      Query ranked =
          new Query(
              new Predicate.AllOf(List.of()), Optional.of(Path.of("rank")), 0, Projection.IDS);
      assertThat(session.read(new Collection("c", more, List.of()), ranked).run(id -> {}))
          .isEqualTo(2);
    }
  }

  private static final Value RANK = new IntegerValue(1);

  private static Query starting(String prefix) {
    return Query.of(new Predicate.TextStartsWith(Path.of("word"), prefix));
  }

  @Test
  void answersStarterQueries() {
    Path price = Path.of("price");
    Collection collection =
        new Collection(
            "c",
            BODY,
            List.of(
                Index.on(Index.Kind.PREFIX, "word"),
                Index.on(Index.Kind.ORDERED, "time"),
                Index.on(Index.Kind.ORDERED, "price")));
    StarterSuite suite =
        suite(
            collection,
            namedQuery("Q1", new StarterQuery.Groups(Path.of("flag"), Optional.of(price))),
            namedQuery("Q2", new StarterQuery.Greatest(Path.of("time"), 1)),
            namedQuery(
                "Q3",
                new StarterQuery.Documents(new Predicate.TextStartsWith(Path.of("word"), "10%_*"))),
            namedQuery(
                "Q4",
                new StarterQuery.Count(
                    new Predicate.Compared(
                        price,
                        Predicate.Compared.Sign.ABOVE_OR_EQUAL,
                        new DecimalValue(new BigDecimal("1.6"))))),
            namedQuery(
                "Q5",
                new StarterQuery.Count(Predicate.is(Path.of("flag"), BooleanValue.of(false)))));
    String file = new SqliteProvider.Jsonb().starter(suite).orElseThrow();
    List<String> statements = file.lines().filter(line -> line.startsWith("CREATE INDEX")).toList();
    assertThat(statements).hasSize(3);

    try (Store store = open(StoreConfig.defaults());
        Session session = store.within("own").session()) {
      store.within("own").clear();
      load(session.ingestion(COLLECTION));
      session.apply(statements.stream().map(line -> line.replace(";", "")).toList());
      assertThat(answer(session, query(file, "Q1")))
          .containsExactly(List.of(BooleanValue.TRUE, new IntegerValue(2), new DoubleValue(1.5)));
      assertThat(answer(session, query(file, "Q3")))
          .hasSize(2)
          .allMatch(row ->
              row.get(1) instanceof ObjectValue object
                  && object.field("word").equals(BODY.field("word"))
                  && object.field("time").isEmpty()
                  && row.get(2).equals(BODY.field("time").orElseThrow()));
      assertThat(answer(session, query(file, "Q4"))).containsExactly(List.of(new IntegerValue(0)));
      assertThat(answer(session, query(file, "Q5"))).containsExactly(List.of(new IntegerValue(0)));
      for (String indexed : List.of("Q3", "Q4")) {
        assertThat(session.query(query(file, indexed), TEN_MINUTES, false).plan())
            .anyMatch(step -> step.startsWith("SEARCH c USING "));
      }
      assertThat(answer(session, query(file, "Q2")))
          .containsExactly(
              List.of(
                  new IntegerValue(1), new TimestampValue(Instant.parse("2025-01-01T00:00:00Z"))));
      assertThatThrownBy(
              () -> session.query("DELETE FROM c RETURNING id", TEN_MINUTES, false).run())
          .isInstanceOf(StoreException.class);
      assertThat(session.reader(COLLECTION).count()).isEqualTo(2);
      session.apply(List.of("CREATE TABLE sqlites (a)"));
      store.within("own").clear();
      assertThat(session.reader(COLLECTION).count()).isZero();
      session.apply(List.of("CREATE TABLE sqlites (a)"));
    }
  }

  @Test
  void starterQueryFindsBooleanInList() {
    ObjectValue body = ObjectValue.of(FieldNames.of("flags"), ArrayValue.of(BooleanValue.TRUE));
    StarterSuite suite =
        suite(
            new Collection("c", body, List.of()),
            namedQuery(
                "Q1",
                new StarterQuery.Count(
                    new Predicate.ArrayHolds(Path.of("flags"), List.of(BooleanValue.TRUE), true))));
    String file = new SqliteProvider.Jsonb().starter(suite).orElseThrow();
    try (Store store = open(StoreConfig.defaults());
        Session session = store.within("own").session()) {
      Ingestion ingestion = session.ingestion(new Collection("c", body, List.of()));
      ingestion.prepare();
      ingestion.load(List.of(new Document(1, body)));
      assertThat(answer(session, query(file, "Q1"))).containsExactly(List.of(new IntegerValue(1)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ELEMENTS, it has no index on elements of lists",
    "SUBSTRING, it has no index on parts of texts",
    "AS_TEXT, it does not support index=unusable"
  })
  void rejectionNamesItsIndex(Index.Kind kind, String reason) {
    Collection collection = new Collection("c", BODY, List.of(Index.on(kind, "word")));
    assertThat(new SqliteProvider.Json().unsupportedReason(StoreConfig.defaults(), collection))
        .contains(reason);
  }

  @Test
  void closesTheSessionsOfItsSuites() {
    Store store = open(StoreConfig.defaults());
    Session session = store.within("own").session();
    assertThat(answer(session, "SELECT 1")).hasSize(1);
    store.close();
    assertThatThrownBy(() -> answer(session, "SELECT 1"))
        .isInstanceOf(StoreException.class)
        .hasMessageEndingWith("the session is closed");
  }

  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  private static StarterSuite suite(Collection collection, StarterSuite.TitledQuery... queries) {
    return new StarterSuite("all", List.of(new StarterSuite.Part(collection, List.of(queries))));
  }

  private static StarterSuite.TitledQuery namedQuery(String name, StarterQuery query) {
    return new StarterSuite.TitledQuery(name, "", "", query);
  }

  private static String query(String file, String name) {
    String from = file.substring(file.indexOf("-- name: " + name));
    return from.substring(from.indexOf('\n') + 1, from.indexOf(';'));
  }

  private static List<List<Value>> answer(Session session, String text) {
    List<List<Value>> rows = new ArrayList<>();
    session.query(text, TEN_MINUTES, false).answer((names, values) -> rows.add(values));
    return rows;
  }

  @Test
  void keepsTextThatOnlyLooksLikeInstant() {
    try (Store store = open(StoreConfig.defaults());
        Session session = store.within("own").session()) {
      assertThat(answer(session, "SELECT '2025-04-31T00:00:00.000Z', '2025-04-30T00:00:00.000Z'"))
          .containsExactly(
              List.of(
                  new StringValue("2025-04-31T00:00:00.000Z"),
                  new TimestampValue(Instant.parse("2025-04-30T00:00:00Z"))));
    }
  }

  /** The driver's own limit waits for the end of a statement. */
  @Test
  void endsAQueryThatTakesTooLong() {
    try (Store store = open(StoreConfig.defaults());
        Session session = store.within("own").session()) {
      String endless =
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
      assertThatThrownBy(() -> session.query(endless, Duration.ofSeconds(1), false).run())
          .isInstanceOf(TimeLimitException.class)
          .hasMessage("sqlite-jsonb: a query took more than 1 s");
      assertThat(answer(session, "SELECT 1")).hasSize(1);
    }
  }

  /** Though one timer serves many of them. */
  @Test
  void everyExecutionHasFullLimit() throws InterruptedException {
    try (Store store = open(StoreConfig.defaults());
        Session session = store.within("own").session()) {
      session.apply(List.of("CREATE TABLE most AS SELECT 1 AS n"));
      SuiteQuery query =
          session.query(
              "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n, most WHERE i <"
                  + " most.n) SELECT count(*) FROM n",
              Duration.ofSeconds(1),
              false);
      assertThat(query.run()).isEqualTo(1);
      Thread.sleep(700);
      session.apply(List.of("UPDATE most SET n = 1e12"));
      long startNanos = System.nanoTime();
      assertThatThrownBy(query::run).isInstanceOf(TimeLimitException.class);
      assertThat(System.nanoTime() - startNanos).isGreaterThan(990_000_000L);
      assertThat(answer(session, "SELECT 1")).hasSize(1);
    }
  }
}
