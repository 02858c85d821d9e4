package org.docduel.stores.inventdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.Waits;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.model.datasets.Generators;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.server.ExternalServer;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.core.spi.StoreException.TimeLimitException;
import org.docduel.core.suite.Answer;
import org.docduel.core.suite.Suite;
import org.docduel.core.work.DocumentLoad;
import org.docduel.core.work.PhaseClock;
import org.docduel.testkit.contract.RoleContractTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is sent, what is made of answers, and what a person is told. */
class InventdbStoreTest {
  private static final long ROWS = 40;
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Waits WAITS = new Waits(LIMIT, LIMIT, LIMIT, LIMIT);
  private static final String YAML =
      """
      name: customer
      collections:
        customer: {generator: customer}
        customer_contact: {generator: customer-contact, links: {customer_id: customer}}
        customer_device: {generator: customer-device, links: {customer_id: customer}}
        customer_interaction: {generator: customer-interaction, links: {customer_id: customer}}
      dialects: [postgres-typed]
      indexes: [all]
      categories: {1: Cities}
      """;
  private static final String CITIES =
      "SELECT \"address.city\" AS city, COUNT(*) AS n FROM customer GROUP BY \"address.city\"";

  private HttpSqlStub server;

  @BeforeEach
  void listen() throws IOException {
    server = new HttpSqlStub();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private InventdbStore open(Map<String, String> environment) {
    return open(server.url(), environment, WAITS);
  }

  private static InventdbStore open(String url, Map<String, String> environment, Waits waits) {
    return new InventdbStore(
        new InventdbClient(
            new ServerAddress(url), Settings.of(environment, new Properties()), waits),
        ServerAddress.DEFAULT_SPACE);
  }

  private static Map<String, String> token() {
    return Map.of("DOCDUEL_INVENTDB_TOKEN", HttpSqlStub.TOKEN);
  }

  private static Map<String, String> login(String password) {
    return Map.of("DOCDUEL_INVENTDB_USER", HttpSqlStub.USER, "DOCDUEL_INVENTDB_PASSWORD", password);
  }

  private InventdbStore suite() {
    return open(login(HttpSqlStub.PASSWORD));
  }

  private static DocumentLoad load(Path folder) throws IOException {
    Files.writeString(folder.resolve("suite.yaml"), YAML);
    Files.writeString(
        folder.resolve("postgres-typed.sql"),
        "-- name: 1.1  Customers of each city\n"
            + CITIES
            + ";\n-- index: all\nCREATE INDEX ON customer (age);\n");
    Suite suite = Suite.read(folder.toString());
    return new DocumentLoad(suite, suite.dialect("postgres-typed"), "all", ROWS);
  }

  @ParameterizedTest
  @CsvSource({
    "customer, customer",
    "customer-contact, customer_contact",
    "customer-device, customer_device",
    "customer-interaction, customer_interaction"
  })
  void everyCollectionOfSuiteRoundTrips(String generator, String type, @TempDir Path folder)
      throws IOException {
    DocumentLoad load = load(folder);
    InventdbStore suite = suite();
    assertThat(load.load(suite, suite.session(), new PhaseClock())).isEqualTo("bulk");
    assertThat(load.check(suite.session()).detail()).isEqualTo("160 documents in 4 collections");

    Dataset sent = Generators.byName(generator, InsertDocuments.DEFAULT_SEED, ROWS).orElseThrow();
    List<ObjectValue> records = server.records("docduel", type);
    assertThat(records).hasSize((int) ROWS);
    for (int i = 0; i < ROWS; i++) {
      Map<String, Value> fields = new TreeMap<>();
      flatten(fields, "", sent.document(i).body());
      fields.put("id", new IntegerValue(i));
      assertThat(records.get(i)).isEqualTo(ObjectValue.of(fields));
    }
    assertThat(load.describe(suite).findings()).anyMatch(line -> line.contains("indexes"));
  }

  /** What a record should hold, worked out apart from the store. */
  private static void flatten(Map<String, Value> fields, String prefix, ObjectValue object) {
    for (String name : object.names().asList()) {
      Value value = object.field(name).orElseThrow();
      if (value instanceof ObjectValue child) {
        flatten(fields, prefix + name + ".", child);
      } else if (value instanceof TimestampValue time) {
        String iso = time.value().toString();
        fields.put(
            prefix + name, new StringValue(iso.contains(".") ? iso : iso.replace("Z", ".000Z")));
      } else if (value instanceof DecimalValue number) {
        fields.put(prefix + name, JsonForm.number(number.value()));
      } else {
        fields.put(prefix + name, value);
      }
    }
  }

  @Test
  void detectsRecordChangedByServer(@TempDir Path folder) throws IOException {
    DocumentLoad load = load(folder);
    InventdbStore suite = suite();
    load.load(suite, suite.session(), new PhaseClock());
    server.answer(
        "SELECT * FROM customer_device WHERE id = 7",
        "{\"columns\": [\"id\", \"kind\"], \"rows\": [[7, \"pad\"]]}");

    assertThat(load.check(suite.session()).detail()).startsWith("customer_device: document 7 ");
  }

  @Test
  void keepsTypeThatHasRecords(@TempDir Path folder) throws IOException {
    load(folder).load(suite(), suite().session(), new PhaseClock());

    assertThatThrownBy(() -> load(folder).load(suite(), suite().session(), new PhaseClock()))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "inventdb: the type customer holds 40 records, which DocDuel does not delete; drop the"
                + " type on the server");
    assertThat(server.records("docduel", "customer")).hasSize((int) ROWS);
  }

  @Test
  void acceptsEqualAnswerAndShowsDifference(@TempDir Path folder) throws IOException {
    DocumentLoad load = load(folder);
    InventdbStore suite = suite();
    load.load(suite, suite.session(), new PhaseClock());
    Dataset sent = Generators.byName("customer", InsertDocuments.DEFAULT_SEED, ROWS).orElseThrow();
    Map<Value, Long> counts =
        sent.documents(0, (int) ROWS).stream()
            .collect(Collectors.groupingBy(InventdbStoreTest::city, Collectors.counting()));
    Answer.Rows expected = new Answer.Rows(false, true);
    counts.forEach(
        (city, n) -> expected.add(List.of("city", "n"), List.of(city, new IntegerValue(n))));
    String rows =
        counts.entrySet().stream()
            .map(entry -> "[" + json(entry.getKey()) + ", " + entry.getValue() + "]")
            .collect(Collectors.joining(", "));
    server.answer(CITIES, "{\"columns\": [\"city\", \"n\"], \"rows\": [" + rows + "]}");

    assertThat(suite.session().query(CITIES, LIMIT, false).run()).isEqualTo(counts.size());
    assertThat(expected.answer().difference(query(suite, CITIES))).isEmpty();

    server.answer(
        CITIES,
        "{\"columns\": [\"city\", \"n\"], \"rows\": ["
            + rows.replaceFirst(", (\\d+)]", ", 9$1]")
            + "]}");
    assertThat(expected.answer().difference(query(suite, CITIES))).isPresent();
  }

  private static Value city(Document document) {
    Value address = document.body().field("address").orElseThrow();
    return ((ObjectValue) address).field("city").orElse(NullValue.NULL);
  }

  private static String json(Value value) {
    return value instanceof StringValue text ? '"' + text.value() + '"' : "null";
  }

  private static Answer query(InventdbStore suite, String sql) {
    Answer.Rows rows = new Answer.Rows(false, true);
    suite.session().query(sql, LIMIT, false).answer(rows::add);
    return rows.answer();
  }

  @Test
  void readsOnlyUtcInstantsAsTimestamps() {
    server.answer(
        "SELECT a",
        "{\"columns\": [\"a\", \"t\", \"s\", \"u\"], \"rows\": [[1, \"2025-01-02T03:04:05.600Z\","
            + " \"2025-01-02T03:04:05Z\", \"2025-04-31T03:04:05Z\"]]}");
    Answer.Rows expected = new Answer.Rows(false, true);
    expected.add(
        List.of("a", "t", "s", "u"),
        List.of(
            new IntegerValue(1),
            new TimestampValue(Instant.parse("2025-01-02T03:04:05.600Z")),
            new TimestampValue(Instant.parse("2025-01-02T03:04:05Z")),
            new StringValue("2025-04-31T03:04:05Z")));

    assertThat(expected.answer().difference(query(suite(), "SELECT a"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<html>busy</html>                         | running a query failed: the answer is not JSON: <html>busy</html>",
        "{\"columns\": [\"a\"]}                    | the answer is not {\"columns\": [...], \"rows\": [[...]]}",
        "{\"columns\": [\"a\"], \"rows\": [[1,2]]} | the answer is not {\"columns\": [...], \"rows\": [[...]]}",
        "[{\"a\": 1}]                             | the answer is not {\"columns\": [...], \"rows\": [[...]]}",
        "{\"columns\": [1], \"rows\": [[1]]}       | the answer is not {\"columns\": [...], \"rows\": [[...]]}"
      })
  void reportsInvalidAnswerInOneLine(String body, String message) {
    server.answer("SELECT a", body);

    assertThatThrownBy(() -> suite().session().query("SELECT a", LIMIT, false).run())
        .isInstanceOf(StoreException.class)
        .hasMessage("inventdb: " + message);
  }

  @Test
  void reportsRejectedStatementInOneLine() {
    assertThatThrownBy(() -> suite().session().query("SELEKT", LIMIT, false).run())
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(ServerFailureException.class)
        .hasMessage(
            "inventdb: running a query failed: HTTP 400: {\"error\": \"cannot\\nparse this\"}");
  }

  @Test
  void hidesPasswordOfRejectedLogin() {
    assertThatThrownBy(() -> open(login("wrong-secret")))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "inventdb: logging in failed: HTTP 401; correct the token, or the user and password")
        .message()
        .doesNotContain("wrong-secret");
  }

  @Test
  void hidesRejectedToken() {
    InventdbStore store = open(Map.of("DOCDUEL_INVENTDB_TOKEN", "wrong-token"));

    assertThatThrownBy(() -> store.session().query("SELECT 1", LIMIT, false).run())
        .hasMessage(
            "inventdb: running a query failed: HTTP 401; correct the token, or the user and"
                + " password")
        .message()
        .doesNotContain("wrong-token");
  }

  @Test
  void tokenNeedsNoLogin() {
    assertThat(open(token()).session().query("SELECT 1", LIMIT, false).run()).isEqualTo(1);
  }

  @Test
  void queryEndsAtLimitAndNextOneWorks() {
    server.hold("SELECT slow");
    InventdbStore suite = suite();
    long startNanos = System.nanoTime();

    assertThatThrownBy(
            () -> suite.session().query("SELECT slow", Duration.ofSeconds(1), false).run())
        .isInstanceOf(TimeLimitException.class)
        .hasMessage("inventdb: a query took more than 1 s");
    assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
        .isBetween(Duration.ofSeconds(1), LIMIT);
    assertThat(suite.session().query("SELECT 1", LIMIT, false).run()).isEqualTo(1);
  }

  @Test
  void unansweredRequestEndsRun() {
    server.hold("SELECT COUNT(*) AS records FROM customer");
    Duration second = Duration.ofSeconds(1);
    InventdbStore store = open(server.url(), token(), new Waits(second, second, second, second));
    Collection collection = new Collection("customer", ObjectValue.empty(), List.of());

    assertThatThrownBy(() -> store.session().reader(collection).count())
        .isInstanceOf(ServerFailureException.class)
        .hasMessage(
            "inventdb: reading customer: no answer for 1 s (DOCDUEL_ANSWER_SECONDS sets the"
                + " limit)");
  }

  @Test
  void deadServerEndsRun() {
    InventdbStore suite = suite();
    server.close();

    assertThatThrownBy(() -> suite.session().query("SELECT 1", LIMIT, false).run())
        .isInstanceOf(ServerFailureException.class)
        .message()
        .startsWith("inventdb: running a query: no answer: ")
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://127.0.0.1:1                | inventdb: asking: no answer: ",
        "http://joe:HIDDEN@127.0.0.1:1     | the address is not http://HOST:PORT without user",
        "http://127.0.0.1:1/?token=HIDDEN  | the address is not http://HOST:PORT without user",
        "jdbc:inventdb://127.0.0.1         | the address is not http://HOST:PORT",
        "http://127.0.0.1:1:HIDDEN@        | the address is not http://HOST:PORT",
        "http://my_host:1                  | the address is not http://HOST:PORT",
        "http://127.0.0.1:99999999999      | the address is not http://HOST:PORT",
        "http://[::::]:1                   | the address is not http://HOST:PORT"
      })
  void rejectsInvalidOrUnreachableAddress(String url, String message) {
    Properties properties = new Properties();
    properties.setProperty("docduel.inventdb.url", url);
    System.setProperty("docduel.inventdb.token", HttpSqlStub.TOKEN);
    try {
      ExternalServer source =
          (ExternalServer) new InventdbProvider().server().orElseThrow().sources().get(0);

      assertThatThrownBy(() -> source.start(Settings.of(Map.of(), properties)))
          .isInstanceOf(BadInputException.class)
          .hasMessageStartingWith("docduel.inventdb.url=")
          .hasMessageContaining(message)
          .hasMessageContaining("DOCDUEL_INVENTDB_TOKEN")
          .message()
          .doesNotContain("HIDDEN")
          .doesNotContain(HttpSqlStub.TOKEN)
          .doesNotContain("\n");
    } finally {
      System.clearProperty("docduel.inventdb.token");
    }
  }

  @Test
  void explainsMissingLogin() {
    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "inventdb: no login is given: set DOCDUEL_INVENTDB_TOKEN, or DOCDUEL_INVENTDB_USER and"
                + " DOCDUEL_INVENTDB_PASSWORD");
  }

  @Test
  void rejectsDocumentWithTwoFieldsAtOnePath() {
    Document document = new Document(3, ObjectValue.of(Map.of("id", new IntegerValue(1))));
    Collection collection = new Collection("c", document.body(), List.of());

    assertThat(new InventdbProvider().unsupportedReason(StoreConfig.defaults(), collection))
        .contains("the field id is the primary key's: rename it, or leave the store out");
    assertThatThrownBy(() -> open(token()).session().ingestion(collection).load(List.of(document)))
        .isInstanceOf(RejectedDocumentException.class)
        .hasMessage("inventdb: document 3 has more than one field at the path id");
    assertThat(server.records("docduel", "c")).isEmpty();
  }

  @Test
  void detectsRecordsMissingAfterBulkLoad(@TempDir Path folder) throws IOException {
    server.limitRecords(1);
    DocumentLoad load = load(folder);
    InventdbStore suite = suite();
    load.load(suite, suite.session(), new PhaseClock());

    assertThat(load.check(suite.session()).detail())
        .isEqualTo("customer: expected 40 documents, found 1");
  }

  /** The contract's other tests are of roles that the store does not have. */
  @Test
  void fulfilsItsDeclaredRole() {
    System.setProperty("docduel.inventdb.url", server.url());
    System.setProperty("docduel.inventdb.token", HttpSqlStub.TOKEN);
    try {
      InventdbProvider provider = new InventdbProvider();
      assertThat(provider.capabilities()).containsExactly(Capability.QUERY_SUITE);
      RoleContractTest.check(provider, Capability.QUERY_SUITE);
    } finally {
      System.clearProperty("docduel.inventdb.url");
      System.clearProperty("docduel.inventdb.token");
    }
  }

  @Test
  void isUntestedAndRequiresAddress() {
    InventdbProvider provider = new InventdbProvider();

    assertThat(provider.notices())
        .containsExactly("written from its published protocol, untested against a real server");
    assertThat(provider.server().orElseThrow().sources())
        .singleElement()
        .isInstanceOf(ExternalServer.class);
    assertThatThrownBy(() -> provider.open(Optional.empty(), StoreConfig.defaults()))
        .isInstanceOf(StoreException.class);
  }
}
