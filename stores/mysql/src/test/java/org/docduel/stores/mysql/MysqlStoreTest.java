package org.docduel.stores.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
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
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.stores.jdbc.Sql;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is particular to MySQL and MariaDB, on a real server of each. */
class MysqlStoreTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final ObjectValue EXAMPLE =
      ObjectValue.of(
          Map.of("text", new StringValue("A"), "number", new DecimalValue(new BigDecimal("1.5"))));

  static Stream<MysqlProvider> stores() {
    return Stream.of(new MysqlProvider.OfMysql(), new MysqlProvider.OfMariadb());
  }

  /** Else the server would be started, and listed, once for each of its stores. */
  @Test
  void storesOfOneServerShareIt() {
    assertThat(new MysqlProvider.OfMysqlColumns().server())
        .isEqualTo(new MysqlProvider.OfMysql().server());
    assertThat(new MysqlProvider.OfMariadbColumns().server())
        .isEqualTo(new MysqlProvider.OfMariadb().server())
        .isNotEqualTo(new MysqlProvider.OfMysql().server());
  }

  private static void on(MysqlProvider provider, Collection collection, Consumer<Session> work) {
    try (Store store = provider.open(TestServers.address(provider), StoreConfig.defaults());
        Session session = store.session()) {
      store.create(collection);
      work.accept(session);
    }
  }

  private static Collection collection(String purpose, Index... indexes) {
    return new Collection(purpose + "_" + ProcessHandle.current().pid(), EXAMPLE, List.of(indexes));
  }

  private static Document document(long id, Value text, String number) {
    return new Document(
        id,
        ObjectValue.of(Map.of("text", text, "number", new DecimalValue(new BigDecimal(number)))));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void rejectsDecimalsThatWouldBeRounded(MysqlProvider provider) {
    Collection collection = collection("decimals");
    on(
        provider,
        collection,
        session -> {
          Document longDecimal = document(1, new StringValue("A"), "0.12345678901234567890");
          Session.Inserts inserts = session.inserts(collection);
          if (provider instanceof MysqlProvider.OfMysql) {
            assertThatThrownBy(() -> inserts.insert(List.of(longDecimal)))
                .isInstanceOf(RejectedDocumentException.class)
                .hasMessageContaining("would round");
          } else {
            inserts.insert(List.of(longDecimal));
            assertThat(session.reader(collection).find(1)).contains(longDecimal.body());
          }
        });
  }

  @ParameterizedTest
  @CsvSource({
    "36.20, true",
    "0.1, true",
    "9223372036854775807, true",
    "-9223372036854775808, true",
    "18446744073709551616, false",
    "18446744073709551617, false",
    "0.12345678901234567, false",
    "1e308, true",
    "1e400, false",
    "0, true"
  })
  void identifiesDecimalsThatFitDoubleOrLong(BigDecimal number, boolean expected) {
    assertThat(MysqlTable.isDouble(number)).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("stores")
  void rejectsDocumentLargerThanPacketAndKeepsConnection(MysqlProvider provider) {
    Collection collection = collection("packets");
    on(
        provider,
        collection,
        session -> {
          Session.Inserts inserts = session.inserts(collection);
          StringValue large = new StringValue("x".repeat(70 << 20)); // MySQL's limit is 64 MiB
          assertThatThrownBy(() ->
                  inserts.insert(
                      List.of(document(1, new StringValue("A"), "1"), document(2, large, "1"))))
              .isInstanceOf(RejectedDocumentException.class)
              .hasMessageContaining("max_allowed_packet");
          inserts.insert(List.of(document(3, new StringValue("A"), "1")));
          assertThat(session.reader(collection).count()).isEqualTo(1);
        });
  }

  @ParameterizedTest
  @MethodSource("stores")
  void rejectsTextTooLongForItsIndex(MysqlProvider provider) {
    Collection collection = collection("long_texts", Index.on(Index.Kind.ORDERED, "text"));
    on(
        provider,
        collection,
        session ->
            assertThatThrownBy(() ->
                    session
                        .inserts(collection)
                        .insert(List.of(document(1, new StringValue("x".repeat(300)), "1"))))
                .isInstanceOf(RejectedDocumentException.class));
  }

  @ParameterizedTest
  @MethodSource("stores")
  void comparesTextsByTheirCharacters(MysqlProvider provider) {
    Collection collection = collection("texts", Index.on(Index.Kind.ORDERED, "text"));
    on(
        provider,
        collection,
        session -> {
          List<String> texts = List.of("a", "A", "a ", "é", "e", "ß", "ss", "null");
          session
              .inserts(collection)
              .insert(
                  LongStream.range(0, texts.size())
                      .mapToObj(id -> document(id, new StringValue(texts.get((int) id)), "1"))
                      .toList());
          for (int i = 0; i < texts.size(); i++) {
            Read read =
                session.read(
                    collection,
                    Query.of(Predicate.is(Path.of("text"), new StringValue(texts.get(i)))));
            List<Long> found = new ArrayList<>();
            read.run(found::add);
            assertThat(found).as(texts.get(i)).containsExactly((long) i);
          }
        });
  }

  /** {@code LOAD DATA LOCAL}, which no store uses, would skip such a document and say nothing. */
  @ParameterizedTest
  @MethodSource("stores")
  void loadsAllOfAChunkOrNothing(MysqlProvider provider) {
    Collection collection = collection("chunks");
    on(
        provider,
        collection,
        session -> {
          Ingestion ingestion = session.ingestion(collection);
          ingestion.prepare();
          StringValue text = new StringValue("A");
          assertThatThrownBy(() ->
                  ingestion.load(
                      List.of(
                          document(1, text, "1"), document(2, text, "1"), document(1, text, "2"))))
              .isInstanceOf(RejectedDocumentException.class)
              .hasMessageContaining("1062");
          assertThat(session.reader(collection).count()).isZero();
        });
  }

  /** Another driver sends texts as binary under NO_BACKSLASH_ESCAPES, which JSON does not take. */
  @ParameterizedTest
  @MethodSource("stores")
  void keepsTextsWithBackslashesAndQuotesInEveryStatement(MysqlProvider provider) {
    String text = "\\ \\n ' '' \" \\' % _ ` ? \u0001 \uD83D\uDE00";
    Collection collection = collection("backslashes", Index.on(Index.Kind.ORDERED, "text"));
    on(
        provider,
        collection,
        session -> {
          Document document = document(1, new StringValue(text), "1.5");
          session
              .inserts(collection)
              .insert(List.of(document, document(2, new StringValue("\\"), "1")));
          assertThat(session.reader(collection).find(1)).contains(document.body());
          for (Predicate condition :
              List.of(
                  Predicate.is(Path.of("text"), new StringValue(text)),
                  new Predicate.TextStartsWith(Path.of("text"), text),
                  new Predicate.TextContains(Path.of("text"), text.substring(3)))) {
            List<Long> found = new ArrayList<>();
            session.read(collection, Query.of(condition)).run(found::add);
            assertThat(found).as(condition.toString()).containsExactly(1L);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("stores")
  void treatsNullAsAbsentForEveryKind(MysqlProvider provider) {
    ObjectValue body =
        ObjectValue.of(
            Map.of(
                "text",
                new StringValue("A"),
                "list",
                new ArrayValue(List.of(new StringValue("a")))));
    ObjectValue nulls = ObjectValue.of(Map.of("text", NullValue.NULL, "list", NullValue.NULL));
    Collection collection =
        new Collection("nulls_" + ProcessHandle.current().pid(), body, List.of());
    on(
        provider,
        collection,
        session -> {
          session
              .inserts(collection)
              .insert(
                  List.of(
                      new Document(1, body),
                      new Document(2, nulls),
                      new Document(3, ObjectValue.empty())));
          for (String field : List.of("text", "list")) {
            Query withValue = Query.of(new Predicate.HasValue(Path.of(field), true));
            Query absent = Query.of(new Predicate.HasValue(Path.of(field), false));
            assertThat(session.read(collection, withValue).run(id -> {})).as(field).isEqualTo(1);
            assertThat(session.read(collection, absent).run(id -> {})).as(field).isEqualTo(2);
          }
        });
  }

  /** {@code '77' MEMBER OF} a list of numbers finds nothing. */
  @ParameterizedTest
  @MethodSource("stores")
  void findsElementsOfListsByTheirType(MysqlProvider provider) {
    ArrayValue numbers = new ArrayValue(List.of(new IntegerValue(7), new IntegerValue(77)));
    ArrayValue texts = new ArrayValue(List.of(new StringValue("77")));
    ObjectValue body = ObjectValue.of(Map.of("numbers", numbers, "texts", texts));
    Collection collection =
        new Collection(
            "lists_" + ProcessHandle.current().pid(),
            body,
            List.of(
                Index.on(Index.Kind.ELEMENTS, "texts"), Index.on(Index.Kind.ELEMENTS, "numbers")));
    on(
        provider,
        collection,
        session -> {
          session.inserts(collection).insert(List.of(new Document(1, body)));
          for (Map.Entry<String, Value> element :
              List.of(
                  Map.<String, Value>entry("numbers", new IntegerValue(77)),
                  Map.<String, Value>entry("texts", new StringValue("77")),
                  Map.<String, Value>entry("numbers", new StringValue("77")),
                  Map.<String, Value>entry("texts", new IntegerValue(77)))) {
            Query query =
                Query.of(
                    new Predicate.ArrayHolds(
                        Path.of(element.getKey()), List.of(element.getValue()), false));
            boolean same =
                element.getKey().equals("numbers") == element.getValue() instanceof IntegerValue;
            assertThat(session.read(collection, query).run(id -> {}))
                .as(element.toString())
                .isEqualTo(same ? 1 : 0);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("stores")
  void reportsSizesOfWhatWasJustInserted(MysqlProvider provider) {
    Collection collection = collection("sizes");
    try (Store store = provider.open(TestServers.address(provider), StoreConfig.defaults());
        Session session = store.session()) {
      store.create(collection);
      StringValue kilobyte = new StringValue("x".repeat(1024));
      session
          .inserts(collection)
          .insert(
              LongStream.range(0, 2_000).mapToObj(id -> document(id, kilobyte, "1.5")).toList());
      StoreDescription description = store.describe(collection);
      assertThat(description.sizes().get("total")).isBetween(2_000L * 1_024, 3 * 2_000L * 1_024);
      assertThat(description.product()).matches("(MySQL|MariaDB) \\d+\\.\\d+\\.\\d+");
      assertThat(description.label())
          .startsWith(provider.name() + " (binary log ")
          .endsWith("ON".equals(description.settings().get("log_bin")) ? "on)" : "off)");
      assertThat(description.settings())
          .containsEntry("tls", "off")
          .containsEntry("transaction_isolation", "REPEATABLE-READ")
          .containsKey("sync_binlog");
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void verifiesDurabilityAndNeverSetsIt(MysqlProvider provider) throws SQLException {
    ServerAddress address = TestServers.address(provider).orElseThrow();
    String flush = "SELECT @@innodb_flush_log_at_trx_commit";
    try (Connection connection = MysqlAddress.open(address, LIMIT, LIMIT)) {
      String found = Sql.first(connection, flush).orElseThrow();
      Collection collection = collection("durability");
      StoreConfig relaxed = StoreConfig.defaults().withDurability(Durability.RELAXED);
      try (Store store = provider.open(Optional.of(address), relaxed)) {
        store.create(collection);
        assertThat(store.describe(collection).durability())
            .startsWith("innodb_flush_log_at_trx_commit " + found);
        assertThat(store.describe(collection).findings().toString())
            .matches(text -> text.contains("waits for its log all the same") == found.equals("1"));
      }
      assertThat(Sql.first(connection, flush)).contains(found);
    }
    assertThat(provider.unsupportedReason(StoreConfig.defaults().withDurability(Durability.NONE)))
        .isPresent();
  }

  /**
   * Why MariaDB's generated columns are stored here. In 10.11.19, 11.4.5 and 11.8.9 a query that an
   * index on virtual columns covers, and whose rows are sorted, gives NULL in place of values; a
   * version that answers rightly makes this test fail, and virtual columns possible.
   */
  @Test
  void mariadbGivesNullForVirtualColumnsOfASortedCoveringQuery() throws SQLException {
    MysqlProvider provider = new MysqlProvider.OfMariadb();
    ServerAddress address = TestServers.address(provider).orElseThrow();
    String table = "\"" + address.space() + "\".\"virtual_" + ProcessHandle.current().pid() + "\"";
    try (Connection connection = MysqlAddress.open(address, LIMIT, LIMIT)) {
      MysqlWorkspace.makeDatabase(connection, address.space());
      Sql.run(connection, "USE " + Sql.identifier(address.space()));
      for (String kind : List.of("STORED", "VIRTUAL")) {
        Sql.run(
            connection,
            List.of(
                "DROP TABLE IF EXISTS " + table,
                "CREATE TABLE "
                    + table
                    + " (id BIGINT PRIMARY KEY, doc JSON NOT NULL,"
                    + " t varchar(255) COLLATE utf8mb4_nopad_bin AS (JSON_VALUE(doc, '$.t')) KIND,"
                        .replace("KIND", kind)
                    + " b tinyint AS (JSON_VALUE(doc, '$.b')) KIND,".replace("KIND", kind)
                    + " n double AS (JSON_VALUE(doc, '$.n')) KIND,".replace("KIND", kind)
                    + " KEY k (t, b, n)) CHARACTER SET utf8mb4 COMMENT = '"
                    + MysqlTable.MARK
                    + "'",
                "INSERT INTO "
                    + table
                    + " (id, doc) SELECT seq, concat('{\"t\":\"', if(seq % 10 = 0, 'A', 'B'),"
                    + " '\",\"b\":true,\"n\":', seq, '}') FROM seq_1_to_1000"));
        List<String> numbers =
            Sql.rows(
                connection,
                "SELECT id, n FROM " + table + " WHERE t = 'A' ORDER BY n DESC LIMIT 3",
                row -> row.getString(1) + " " + row.getString(2));
        boolean right = numbers.equals(List.of("1000 1000", "990 990", "980 980"));
        assertThat(right).as(kind + " columns gave " + numbers).isEqualTo(kind.equals("STORED"));
      }
      Sql.run(connection, "DROP TABLE " + table);
    }
  }

  private static MysqlServer server(MysqlProvider provider) {
    return provider instanceof MysqlProvider.OfMysql ? MysqlServer.MYSQL : MysqlServer.MARIADB;
  }

  /** A user of the tests alone, who may do all in the space and nothing else. */
  private static final class TestUser implements AutoCloseable {
    private final Connection connection;
    private final String name = "docduel_" + ProcessHandle.current().pid();
    private final ServerAddress server;

    TestUser(MysqlProvider provider, String password) throws SQLException {
      server = TestServers.address(provider).orElseThrow();
      connection = MysqlAddress.open(server, LIMIT, LIMIT);
      MysqlWorkspace.makeDatabase(connection, server.space());
      Sql.run(
          connection,
          List.of(
              "DROP USER IF EXISTS " + name,
              "CREATE USER " + name + " IDENTIFIED BY '" + password + "'",
              "GRANT ALL ON " + Sql.identifier(server.space()) + ".* TO " + name));
    }

    ServerAddress address(String password) {
      return new ServerAddress(
          "jdbc:mysql://%s/?user=%s&password=%s".formatted(server.hosts().get(0), name, password),
          server.space());
    }

    @Override
    public void close() throws SQLException {
      try (connection) {
        Sql.run(connection, "DROP USER " + name);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void explainsEncodingWhenMisreadLoginIsRefused(MysqlProvider provider) throws Exception {
    MysqlWorkspace workspace = new MysqlWorkspace(server(provider));
    try (TestUser user = new TestUser(provider, "a+b&c")) {
      assertThat(workspace.check(user.address("a%2Bb%26c"))).isNotEmpty();

      assertThatThrownBy(() -> workspace.check(user.address("a+b&c")))
          .hasMessageContaining("(error 1045)")
          .hasMessageEndingWith("; correct its user and password; " + ServerAddress.PERCENT_ENCODE)
          .hasMessageNotContaining("a+b")
          .hasMessageNotContaining("a b");
      assertThatThrownBy(() -> workspace.check(user.address("plain")))
          .hasMessageEndingWith("; correct its user and password");
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void rejectsReadOnlyServerUnlessUserMayWrite(MysqlProvider provider) throws Exception {
    MysqlWorkspace workspace = new MysqlWorkspace(server(provider));
    try (TestUser user = new TestUser(provider, "secret")) {
      String table =
          Sql.identifier(user.server.space()) + "." + Sql.identifier("docduel_write_check");
      Sql.run(user.connection, "CREATE TABLE IF NOT EXISTS " + table + " (id INT)");
      Sql.run(user.connection, "SET GLOBAL read_only = 1");
      try {
        assertThatThrownBy(() -> workspace.check(user.address("secret")))
            .hasMessage(
                "the server is read-only; give the address of its primary, or switch read_only and"
                    + " super_read_only off");
        assertThat(workspace.check(user.server)).as("its user is an administrator").isNotEmpty();
      } finally {
        Sql.run(user.connection, "SET GLOBAL read_only = 0");
      }
      Sql.run(user.connection, "DROP TABLE " + table); // a check drops nothing
      assertThat(workspace.check(user.address("secret"))).isNotEmpty();
    }
  }

  /** InnoDB's strict mode refuses columns that could fill more than a page, and is a setting. */
  @Test
  void namesTheRightThatATableOfManyColumnsNeeds() throws SQLException {
    MysqlProvider provider = new MysqlProvider.OfMysqlColumns();
    Map<String, Value> wide = new HashMap<>();
    LongStream.range(0, 200).forEach(i -> wide.put("f" + i, new StringValue("x")));
    Collection collection =
        new Collection("wide_" + ProcessHandle.current().pid(), ObjectValue.of(wide), List.of());
    try (TestUser user = new TestUser(provider, "secret");
        Store store = provider.open(Optional.of(user.address("secret")), StoreConfig.defaults())) {
      assertThatThrownBy(() -> store.create(collection))
          .hasMessageContaining("GRANT SESSION_VARIABLES_ADMIN ON *.* TO the address's user");
    }
  }

  @Test
  void reportsUnknownHost() {
    ServerAddress unknown =
        new ServerAddress("jdbc:mysql://no-such-host.invalid:3306/?user=u&password=HIDE");
    assertThatThrownBy(() -> new MysqlWorkspace(MysqlServer.MYSQL).check(unknown))
        .hasMessage("there is no host no-such-host.invalid; correct its host");
  }

  @Test
  void decodesPercentEncodedLoginAndRejectsInvalidOne() throws SQLException {
    ServerAddress broken = new ServerAddress("jdbc:mysql://127.0.0.1:1/?user=a&password=50%");
    assertThatThrownBy(() -> new MysqlWorkspace(MysqlServer.MYSQL).check(broken))
        .hasMessageStartingWith("the password in the address cannot be decoded")
        .hasMessageEndingWith(ServerAddress.PERCENT_ENCODE)
        .hasMessageNotContaining("50%");
    Properties properties = new Properties();
    assertThat(
            MysqlAddress.withoutLogin(
                "jdbc:mysql://h:1/?user=me&password=p%40%2F%26%2B%C3%BC&useSsl=false", properties))
        .isEqualTo("jdbc:mysql://h:1/?useSsl=false");
    assertThat(properties).containsEntry("password", "p@/&+ü").containsEntry("user", "me");
  }
}
