package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.config.Waits;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Shape;
import org.docduel.core.model.Shape.Missing;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.stores.postgres.PostgresParameters.InsertPath;
import org.docduel.testkit.RandomTrees;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresStoresTest {
  private static final String NAME = "pgtest_" + ProcessHandle.current().pid();
  private static final FieldNames FIELDS =
      FieldNames.of("text", "instant", "number", "bool", "list");
  private static final ObjectValue BODY =
      ObjectValue.of(
          FIELDS,
          new StringValue("it's"),
          new TimestampValue(Instant.parse("2025-01-01T00:00:00Z")),
          new DecimalValue(new BigDecimal("100.25")),
          BooleanValue.TRUE,
          ArrayValue.of(new StringValue("aml"), new StringValue("kyc")));

  static Stream<String> stores() {
    return Stream.of("postgres-json", "postgres-jsonb", "postgres-typed", "postgres-bytea-bson");
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgres-json", "postgres-jsonb", "postgres-typed"})
  void answersFromCoveringIndexOnly(String name) {
    StoreProvider provider = provider(name);
    IndexedReadDocuments dataset = new IndexedReadDocuments();
    Index index = ordered("indexed_text_2", "indexed_number_1").withId(Index.Id.COVERING);
    Collection collection = new Collection(NAME, dataset.document(0).body(), List.of(index));
    try (Store store = provider.open(TestServers.address(provider), StoreConfig.defaults());
        Session session = store.session()) {
      store.create(collection);
      session.inserts(collection).insert(dataset.documents(0, 1_000));
      store.quiesce();
      Query seventh =
          Query.of(Predicate.is(Path.of("indexed_text_2"), new StringValue("INV0000007")));

      Read read = session.read(collection, seventh);

      assertThat(read.explain().plan().get(0))
          .isEqualTo("Index Only Scan using indexed_text_2_indexed_number_1_ordered_covering");
      List<Long> found = new ArrayList<>();
      read.run(found::add);
      assertThat(found).containsExactly(6L);
    }
  }

  /** By what the server itself writes for its type (float8out). */
  @Test
  void storesDoublesAsServerType() throws SQLException {
    StoreProvider provider = provider("postgres-typed");
    ServerAddress address = TestServers.address(provider).orElseThrow();
    Random random = new Random(42);
    List<Double> numbers = new ArrayList<>(RandomTrees.EDGE_DOUBLES);
    while (numbers.size() < 500) {
      double number = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(number)) {
        numbers.add(number);
      }
    }
    FieldNames names = FieldNames.of("number", "list");
    List<Document> documents = new ArrayList<>();
    for (double number : numbers) {
      Value value = new DoubleValue(number);
      documents.add(
          new Document(documents.size(), ObjectValue.of(names, value, ArrayValue.of(value))));
    }
    Shape shape =
        new Shape(
            List.of(
                new Shape.Field("number", Kind.DOUBLE, Missing.NEVER, Optional.empty()),
                new Shape.Field("list", Kind.DOUBLES, Missing.NEVER, Optional.empty())));
    Collection collection =
        new Collection(NAME, documents.get(0).body(), List.of()).withShape(shape);
    try (Store store = provider.open(Optional.of(address), StoreConfig.defaults());
        Session session = store.session()) {
      store.create(collection);
      session.inserts(collection).insert(documents);
      String table =
          query(
              address,
              "SELECT relnamespace::regnamespace || '.' || quote_ident(relname) FROM pg_class"
                  + " WHERE relkind = 'r' AND relname LIKE '%"
                  + NAME
                  + "'");
      assertThat(
              query(
                  address,
                  "SELECT string_agg(DISTINCT format_type(atttypid, -1), ', ') FROM pg_attribute"
                      + " WHERE attrelid = '"
                      + table
                      + "'::regclass AND attname IN ('number', 'list')"))
          .isEqualTo("double precision, double precision[]");
      String[] texts =
          query(
                  address,
                  "SELECT string_agg(number::text || ' ' || list[1]::text, ',' ORDER BY id) FROM "
                      + table)
              .split(",", -1);
      assertThat(texts).hasSameSizeAs(numbers);
      for (int i = 0; i < texts.length; i++) {
        for (String text : texts[i].split(" ", -1)) {
          assertThat(Double.doubleToRawLongBits(Double.parseDouble(text)))
              .isEqualTo(Double.doubleToRawLongBits(numbers.get(i)));
          // PostgreSQL writes 9.999999999999999e+22 for 1e23.
          int digits = new BigDecimal(text).stripTrailingZeros().precision();
          BigDecimal shortest = new DoubleValue(numbers.get(i)).decimal().stripTrailingZeros();
          assertThat(shortest.precision()).isLessThanOrEqualTo(digits);
        }
        assertThat(session.reader(collection).find(i)).contains(documents.get(i).body());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void namesIndexThatCannotBeCreated(String name) {
    StoreProvider provider = provider(name);
    Collection collection = new Collection(NAME, BODY, List.of(ordered("absent")));
    try (Store store = provider.open(TestServers.address(provider), StoreConfig.defaults())) {
      assertThatThrownBy(() -> store.create(collection))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("'absent'");
    }
  }

  @ParameterizedTest
  @EnumSource(InsertPath.class)
  void rollsBackBatchThatFailsInLastRow(InsertPath path) {
    // 202 columns: VALUES needs two statements for 500 rows, REWRITE more.
    InsertDocuments wide =
        InsertDocuments.withDefaults().withAttributes(200).withPayload(PayloadSize.parse("200B"));
    StoreProvider provider = provider("postgres-typed");
    StoreConfig config =
        StoreConfig.defaults()
            .withSettings(new StoreSettings(Map.of("path", path.name().toLowerCase(Locale.ROOT))));
    try (Store store = provider.open(TestServers.address(provider), config);
        Session session = store.session()) {
      Collection collection = new Collection(NAME, wide.document(0).body(), List.of());
      store.create(collection);
      session.inserts(collection).insert(wide.documents(499, 1));
      assertThatThrownBy(() -> session.inserts(collection).insert(wide.documents(0, 500)))
          .isInstanceOf(RejectedDocumentException.class)
          .hasMessageContaining("23505");
      assertThat(session.reader(collection).count()).isEqualTo(1);
      session.inserts(collection).insert(wide.documents(0, 499));
      assertThat(session.reader(collection).count()).isEqualTo(500);
      assertThat(session.reader(collection).find(498)).contains(wide.document(498).body());
    }
  }

  @Test
  void typedColumnsRejectDocumentsOfAnotherShape() {
    StoreProvider provider = provider("postgres-typed");
    Collection collection = new Collection(NAME, nested("a", "b", new StringValue("x")), List.of());
    try (Store store = provider.open(TestServers.address(provider), StoreConfig.defaults());
        Session session = store.session()) {
      store.create(collection);
      List<ObjectValue> others =
          List.of(
              nested("a", "c", new StringValue("x")),
              nested("a", "b", BooleanValue.TRUE),
              nested("a", "b", ObjectValue.empty()),
              ObjectValue.of(FieldNames.of("a"), new StringValue("x")),
              ObjectValue.empty());
      for (ObjectValue other : others) {
        assertThatThrownBy(
                () -> session.inserts(collection).insert(List.of(new Document(9, other))))
            .isInstanceOf(RejectedDocumentException.class)
            .hasMessageContaining("postgres-typed: document 9");
      }
      assertThat(session.reader(collection).count()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void reportsRejectedDocumentWithPoolToo(int pool) {
    StoreProvider provider = provider("postgres-jsonb");
    StoreConfig config = StoreConfig.defaults().withUpdate(UpdateKind.REPLACE).withPool(pool);
    Collection collection = new Collection(NAME, BODY, List.of());
    UpdateSpec spec =
        new UpdateSpec(
            UpdateKind.REPLACE,
            UpdateSpec.ID,
            Path.of("text"),
            (key, value) -> nested("a", "b", new StringValue("\0")));
    try (Store store = provider.open(TestServers.address(provider), config);
        Session session = store.session()) {
      store.create(collection);
      session.inserts(collection).insert(List.of(new Document(1, BODY)));
      Session.Updates updates = session.updates(collection, spec);
      assertThatThrownBy(() -> updates.update(1, 2))
          .isInstanceOf(RejectedDocumentException.class)
          .hasMessageStartingWith("postgres-jsonb: updating ");
      assertThat(session.reader(collection).count()).isOne();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fsync", "full_page_writes"})
  void rejectsServerWithoutDurability(String setting) throws SQLException {
    StoreProvider provider = provider("postgres-jsonb");
    ServerAddress address = TestServers.embedded(provider);
    set(address, setting, "off");
    try {
      for (Durability durability : List.of(Durability.DEFAULT, Durability.RELAXED)) {
        assertThatThrownBy(() ->
                provider.open(
                    Optional.of(address), StoreConfig.defaults().withDurability(durability)))
            .isInstanceOf(StoreException.class)
            .hasMessageContaining(setting + "=off");
      }
      StoreConfig none = StoreConfig.defaults().withDurability(Durability.NONE);
      assertThatCode(() -> provider.open(Optional.of(address), none).close())
          .doesNotThrowAnyException();
    } finally {
      set(address, setting, "on");
    }
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void commitsWithRequestedDurability(Durability durability) throws SQLException {
    StoreProvider provider = provider("postgres-jsonb");
    ServerAddress address = TestServers.address(provider).orElseThrow();
    StoreConfig config = StoreConfig.defaults().withDurability(durability);
    Collection collection = new Collection(NAME, BODY, List.of());
    try (Store store = provider.open(Optional.of(address), config)) {
      store.create(collection);
      boolean waits = durability == Durability.DEFAULT;
      assertThat(store.describe(collection).settings())
          .containsEntry("synchronous_commit", waits ? "on" : "off")
          .containsEntry("fsync", "on")
          .containsEntry("full_page_writes", "on")
          .containsEntry("data_checksums", "on")
          .containsEntry("locale", "builtin C.UTF-8")
          .containsKeys("block_size", "shared_buffers", "work_mem", "maintenance_work_mem");
      String persistence =
          "SELECT relpersistence FROM pg_class WHERE oid = 'docduel.postgres_jsonb_"
              + NAME
              + "'::regclass";
      assertThat(query(address, persistence)).isEqualTo(durability == Durability.NONE ? "u" : "p");
    }
  }

  @Test
  void reportsMissingServerInOneLine() {
    ServerAddress unreachable = new ServerAddress("jdbc:postgresql://127.0.0.1:1/postgres");
    assertThatThrownBy(
            () -> provider("postgres-json").open(Optional.of(unreachable), StoreConfig.defaults()))
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(RejectedDocumentException.class)
        .hasMessageStartingWith("postgres-json: connecting failed: ")
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgres-json", "postgres-jsonb", "postgres-typed"})
  void indexHasAcknowledgedElements(String name) throws SQLException {
    Collection collection =
        new Collection(
            NAME,
            BODY,
            List.of(Index.on(Index.Kind.ELEMENTS, "list"), Index.on(Index.Kind.SUBSTRING, "text")));
    try (ScratchDatabase database = new ScratchDatabase("pending");
        Store store = provider(name).open(Optional.of(database.address()), StoreConfig.defaults());
        Session session = store.session()) {
      database.run("CREATE EXTENSION pgstattuple");
      store.create(collection);
      session.inserts(collection).insert(List.of(new Document(1, BODY), new Document(2, BODY)));
      assertThat(
              database.number(
                  "SELECT sum((pgstatginindex(indexrelid)).pending_tuples) FROM pg_index JOIN"
                      + " pg_class ON oid = indexrelid WHERE relam = (SELECT oid FROM pg_am WHERE"
                      + " amname = 'gin')"))
          .isZero();
    }
  }

  @Test
  void failedWorkRestoresNetworkTimeout() throws SQLException {
    PostgresProvider jsonb = new PostgresProvider.OfJsonb();
    ServerAddress address = TestServers.address(jsonb).orElseThrow();
    PostgresSystem system = new PostgresSystem(jsonb, address, StoreConfig.defaults(), null);
    try (Connection connection = system.open(true)) {
      connection.setNetworkTimeout(Runnable::run, 77_000);
      assertThatThrownBy(() -> system.atWork(connection, "no SQL"))
          .isInstanceOf(SQLException.class);
      assertThat(connection.getNetworkTimeout()).isEqualTo(77_000);
    }
  }

  @Test
  @Tag("attack")
  @Tag("D5")
  void slowWorkEndsAtItsLimit() {
    String limit = Settings.property(Waits.WORK);
    System.setProperty(limit, "1");
    try {
      ServerAddress address = TestServers.address(provider("postgres-jsonb")).orElseThrow();
      try (Store store =
              provider("postgres-jsonb").open(Optional.of(address), StoreConfig.defaults());
          Session session = store.session()) {
        assertThatThrownBy(() -> session.apply(List.of("SELECT pg_sleep(100)")))
            .isInstanceOf(ServerFailureException.class)
            .hasMessageStartingWith("postgres-jsonb: preparing a suite failed: ")
            .hasMessageEndingWith("; no answer for 1 s (DOCDUEL_WORK_SECONDS sets the limit)");
      }
    } finally {
      System.clearProperty(limit);
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void namesStoreWithoutColumnForField(String name) {
    Path path = Path.of("n".repeat(64));
    Collection collection =
        new Collection(NAME, nested("n".repeat(64), "b", new StringValue("x")), List.of())
            .withKey(path.top());
    StoreConfig config =
        StoreConfig.defaults().withSettings(new StoreSettings(Map.of("key", "column")));
    try (Store store = provider(name).open(TestServers.address(provider(name)), config)) {
      assertThatThrownBy(() -> store.create(collection))
          .isInstanceOf(StoreException.class)
          .hasMessageStartingWith(name + ": the field 'nnn");
    }
  }

  private static ObjectValue nested(String outer, String inner, Value value) {
    return ObjectValue.of(FieldNames.of(outer), ObjectValue.of(FieldNames.of(inner), value));
  }

  private static Index ordered(String... fields) {
    return Index.on(Index.Kind.ORDERED, fields);
  }

  private static StoreProvider provider(String name) {
    return StoreProviders.byName(name).orElseThrow();
  }

  /** A reload is seen by new connections a moment later. */
  private static void set(ServerAddress address, String setting, String value) throws SQLException {
    try (Connection connection = DriverManager.getConnection(address.url());
        Statement statement = connection.createStatement()) {
      statement.execute("ALTER SYSTEM SET " + setting + " = " + value);
      statement.execute("SELECT pg_reload_conf()");
    }
    long deadline = System.nanoTime() + 10_000_000_000L;
    while (!query(address, "SHOW " + setting).equals(value)) {
      assertThat(System.nanoTime()).as("waiting for " + setting).isLessThan(deadline);
    }
  }

  private static String query(ServerAddress address, String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection(address.url());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }
}
