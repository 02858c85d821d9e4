package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.config.Waits;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.query.Index;
import org.docduel.core.server.ServerSource.Workspace;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.TimeLimitException;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.stores.postgres.server.PostgresWorkspace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What runs may do to a server that is somebody else's. */
@Tag("attack")
@Tag("M5")
class PostgresWorkspaceTest {
  private static final ObjectValue BODY = ObjectValue.of(Map.of("a", new StringValue("b")));
  private static final Collection COLLECTION =
      new Collection("guests", BODY, List.of(Index.on(Index.Kind.SUBSTRING, "a")));

  private static final Collection PLAIN = new Collection("guests", BODY, List.of());

  private final PostgresWorkspace workspace = new PostgresWorkspace("postgres");
  private ScratchDatabase database;

  @BeforeEach
  void setUp() throws SQLException {
    database = new ScratchDatabase("workspace");
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @Test
  void secondRunIsRejectedUntilFirstEnds() throws Exception {
    try (Workspace.Lease lease = workspace.lease(database.address())) {
      lease.verify();
      assertThatThrownBy(() -> workspace.lease(database.address()))
          .isInstanceOf(Workspace.WorkspaceException.class)
          .hasMessageStartingWith(
              "another run (docduel, process " + ProcessHandle.current().pid() + " on ")
          .hasMessageContaining("DOCDUEL_SPACE");
      assertThatThrownBy(() -> workspace.clean(database.address()))
          .hasMessageContaining("another run");
      workspace.lease(new ServerAddress(database.address().url(), "other")).close();
    }
    workspace.lease(database.address()).close();
  }

  @Test
  void leaseEndsWithConnectionAndIsRenewed() throws Exception {
    try (Workspace.Lease lease = workspace.lease(database.address())) {
      endSessions();
      lease.verify();
      endSessions();
      try (Workspace.Lease next = workspace.lease(database.address())) {
        next.verify();
        assertThatThrownBy(lease::verify).hasMessageContaining("another run");
      }
    }
  }

  private void endSessions() throws SQLException {
    database.number(
        "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE application_name"
            + " LIKE 'docduel, process%' AND datname = current_database()");
  }

  @Tag("attack")
  @Tag("L8")
  @Test
  void reportsMissingRightsWithGrantInOneLine() throws Exception {
    String unable = "its user may not make tables in the schema docduel; ";
    try (Store store = open(database.guest())) {
      assertThatThrownBy(() -> workspace.lease(database.guest()))
          .isInstanceOf(Workspace.WorkspaceException.class)
          .hasMessage(unable + "CREATE SCHEMA docduel AUTHORIZATION " + database.role());
      assertThatThrownBy(() -> store.create(PLAIN))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("ERROR: permission denied for database")
          .hasMessageEndingWith(
              "; docs/servers.md#given-addresses has the rights that its user needs");

      database.run("CREATE SCHEMA docduel");
      String grant = "GRANT USAGE, CREATE ON SCHEMA docduel TO " + database.role();
      assertThatThrownBy(() -> workspace.lease(database.guest())).hasMessage(unable + grant);
      assertThatThrownBy(() -> store.create(PLAIN))
          .hasMessageContaining("permission denied for schema docduel");

      database.run(grant);
      workspace.lease(database.guest()).close();
      store.create(PLAIN);
    }
  }

  /** A suite's schema is named by the space, an underscore, and more. */
  @ParameterizedTest
  @ValueSource(strings = {"pg", "pg_mine"})
  void rejectsSpaceReservedByPostgres(String space) throws Exception {
    ServerAddress reserved = new ServerAddress(database.address().url(), space);
    assertThatThrownBy(() -> workspace.lease(reserved))
        .isInstanceOf(Workspace.WorkspaceException.class)
        .hasMessageContaining("begin with pg_")
        .hasMessageContaining("DOCDUEL_SPACE");
    workspace.lease(new ServerAddress(database.address().url(), "pgs")).close();
  }

  @Test
  void cleaningObjectsOfAnotherUserNamesMissingRight() throws Exception {
    try (Store store = open()) {
      store.create(PLAIN);
    }
    database.run("GRANT USAGE ON SCHEMA docduel TO " + database.role());
    assertThatThrownBy(() -> workspace.clean(database.guest()))
        .hasMessageContaining("must be owner of table postgres_jsonb_guests")
        .hasMessageEndingWith("has the rights that its user needs");
    assertThat(database.number("SELECT count(*) FROM docduel.postgres_jsonb_guests")).isZero();
  }

  @Test
  void detectsForeignTableBeforeRun() throws Exception {
    database.run("CREATE SCHEMA docduel; CREATE TABLE docduel.postgres_jsonb_guests AS SELECT 1");
    assertThatThrownBy(() -> workspace.lease(database.address()))
        .isInstanceOf(Workspace.WorkspaceException.class)
        .hasMessageContaining("holds the table postgres_jsonb_guests, which is not DocDuel's");
    assertThat(database.number("SELECT count(*) FROM docduel.postgres_jsonb_guests")).isOne();
  }

  @Test
  void cleaningRemovesOnlyDocDuelData() throws Exception {
    database.run("CREATE TABLE precious AS SELECT 1; CREATE SCHEMA docduel_backup");
    try (Store store = open();
        Session session = store.within("shop").session()) {
      store.create(COLLECTION);
      store.within("shop").clear();
      session.ingestion(COLLECTION).prepare();
    }
    database.run("CREATE TABLE docduel.notes AS SELECT 1");

    assertThat(workspace.clean(database.address()))
        .containsExactly(
            "removed the tables of schema docduel: postgres_jsonb_guests",
            "removed the tables of schema docduel_postgres_jsonb_shop: guests",
            "not removed: the schema docduel, since table docduel.notes depends on schema docduel",
            "removed the schema docduel_postgres_jsonb_shop",
            "removed the extension pg_trgm");
    assertThat(database.number("SELECT count(*) FROM precious, docduel.notes")).isOne();
    assertThat(database.number("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'docduel%'"))
        .isEqualTo(2);

    database.run("DROP TABLE docduel.notes");
    assertThat(workspace.clean(database.address())).containsExactly("removed the schema docduel");
    assertThat(workspace.clean(database.address()))
        .containsExactly("nothing of DocDuel's is there");
  }

  /** As on a server where a checkpoint, or whoever reads a table, keeps it waiting. */
  @Test
  void cleaningWaitsForSlowServer() throws Exception {
    try (Store store = open()) {
      store.create(PLAIN);
    }
    database.run(
        "CREATE FUNCTION slow() RETURNS event_trigger LANGUAGE plpgsql AS"
            + " 'BEGIN PERFORM pg_sleep(6); END'; CREATE EVENT TRIGGER slow ON ddl_command_start"
            + " WHEN TAG IN ('DROP TABLE') EXECUTE FUNCTION slow()");
    assertThat(workspace.clean(database.address()))
        .contains("removed the tables of schema docduel: postgres_jsonb_guests");
  }

  @Test
  void cleaningKeepsAndReportsDatabaseInUse() throws Exception {
    ServerAddress busy = new ServerAddress(database.address().url(), "docduel_busy");
    StoreConfig config =
        StoreConfig.defaults().withSettings(new StoreSettings(Map.of("locale", "C.UTF-8")));
    String name = "the database docduel_busy_c_utf_8";
    try (Store store =
            StoreProviders.byName("postgres-jsonb").orElseThrow().open(Optional.of(busy), config);
        Session session = store.session()) {
      assertThat(session.reader(PLAIN).count()).isZero();
      assertThat(workspace.clean(busy))
          .contains(
              "not removed: " + name + ", since There is 1 other session using the database.");
    }
    assertThat(workspace.clean(busy)).contains("removed " + name);
  }

  @Test
  void keepsForeignSuiteSchema() throws Exception {
    database.run(
        "CREATE SCHEMA docduel_postgres_jsonb_shop;"
            + " CREATE TABLE docduel_postgres_jsonb_shop.orders AS SELECT 1");
    try (Store store = open()) {
      assertThatThrownBy(() -> store.within("shop").clear())
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("is not DocDuel's");
    }
    assertThat(database.number("SELECT count(*) FROM docduel_postgres_jsonb_shop.orders")).isOne();
  }

  /**
   * What others built on a suite's tables: the statement that makes it, and what the line names.
   */
  static Stream<Arguments> built() {
    String suite = "docduel_postgres_jsonb_shop";
    return Stream.of(
            arguments("CREATE VIEW public.v AS SELECT * FROM S.guests", "view public.v depends on"),
            arguments(
                "CREATE MATERIALIZED VIEW public.m AS SELECT * FROM S.guests",
                "materialized view public.m depends on"),
            arguments(
                "CREATE TABLE public.child () INHERITS (S.guests); INSERT INTO public.child (id, doc)"
                    + " VALUES (7, '{}')",
                "table public.child depends on"),
            arguments(
                "CREATE TABLE public.t (c S.guests)", "column c of table public.t depends on"),
            arguments(
                "CREATE FUNCTION S.f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
                "function f() depends on schema"),
            arguments("CREATE SEQUENCE S.q", "sequence q depends on schema"),
            arguments("CREATE TABLE S.strange (a int)", "table strange depends on schema"))
        .map(row -> arguments(row.get()[0].toString().replace("S.", suite + "."), row.get()[1]));
  }

  @Tag("D1")
  @ParameterizedTest
  @MethodSource("built")
  void keepsAndReportsForeignObjectsBuiltOnSuite(String statement, String expectedName)
      throws Exception {
    try (Store store = open();
        Session session = store.within("shop").session()) {
      store.within("shop").clear();
      session.ingestion(PLAIN).prepare();
      database.run(statement);
      long before = objects();
      assertThatThrownBy(() -> store.within("shop").clear())
          .isInstanceOf(StoreException.class)
          .message()
          .contains(expectedName)
          .doesNotContain("CASCADE")
          .doesNotContain("\n");
      assertThat(objects()).isEqualTo(before);
    }
    assertThat(workspace.clean(database.address()))
        .allSatisfy(line -> assertThat(line).doesNotContain("CASCADE"))
        .anyMatch(line -> line.startsWith("not removed: "));
    assertThatThrownBy(() -> database.run(statement)).hasMessageContaining("already exists");
  }

  /** Relations and functions that anybody made. */
  private long objects() throws SQLException {
    return database.number(
        "SELECT (SELECT count(*) FROM pg_class WHERE oid >= 16384) + (SELECT count(*) FROM pg_proc"
            + " WHERE oid >= 16384)");
  }

  @Tag("D1")
  @Test
  void cleaningLeavesSpaceWithLongerName() throws Exception {
    ServerAddress longer = new ServerAddress(database.address().url(), "docduel_x");
    try (Store store = open();
        Store other = open(longer)) {
      store.create(PLAIN);
      other.create(PLAIN);
      other.within("shop").clear();
      try (Session session = other.within("shop").session()) {
        session.ingestion(PLAIN).prepare();
      }
    }
    try (Workspace.Lease lease = workspace.lease(longer)) {
      assertThat(workspace.clean(database.address())).noneMatch(line -> line.contains("docduel_x"));
      lease.verify();
      assertThatThrownBy(() -> workspace.clean(longer)).hasMessageContaining("schema docduel_x");
    }
    assertThat(workspace.clean(database.address())).noneMatch(line -> line.contains("docduel_x"));
    assertThat(database.number("SELECT count(*) FROM docduel_x.postgres_jsonb_guests")).isZero();
    assertThat(database.number("SELECT count(*) FROM docduel_x_postgres_jsonb_shop.guests"))
        .isZero();
    assertThat(workspace.clean(longer))
        .contains(
            "removed the schema docduel_x", "removed the schema docduel_x_postgres_jsonb_shop");
  }

  @Tag("D1")
  @Test
  void cleaningRemovesTablesThatReferToEachOther() throws Exception {
    Collection second = new Collection("visits", BODY, List.of());
    try (Store store = open();
        Session session = store.within("shop").session()) {
      store.within("shop").clear();
      session.ingestion(PLAIN).prepare();
      session.ingestion(second).prepare();
    }
    String suite = "docduel_postgres_jsonb_shop";
    database.run(
        "SET search_path = "
            + suite
            + "; ALTER TABLE guests ADD PRIMARY KEY (id); ALTER TABLE visits"
            + " ADD FOREIGN KEY (id) REFERENCES guests (id)");
    assertThat(workspace.clean(database.address()))
        .contains("removed the tables of schema " + suite + ": guests, visits");
  }

  @Tag("D1")
  @Test
  void queryNeverReadsForeignTable() throws Exception {
    database.run("CREATE TABLE public.orders AS SELECT 1 AS secret");
    try (Store store = open();
        Session session = store.within("shop").session()) {
      store.within("shop").clear();
      SuiteQuery query = session.query("SELECT * FROM orders", Duration.ofMinutes(1), false);
      assertThatThrownBy(query::run).hasMessageContaining("\"orders\" does not exist");
    }
  }

  @Tag("D2")
  @Test
  void queryRunsWithoutSuperuserRightsOnStartedServer() {
    try (Store store = open();
        Session session = store.within("shop").session();
        Session loading = store.within("shop").session()) {
      for (int time = 0; time < 2; time++) {
        store.within("shop").clear();
        loading.ingestion(PLAIN).prepare();
        List<Value> answers = new ArrayList<>();
        SuiteQuery query =
            session.query(
                "SELECT current_setting('is_superuser'), (SELECT count(*) FROM guests)",
                Duration.ofMinutes(1),
                false);
        query.answer((names, values) -> answers.addAll(values));
        assertThat(answers).containsExactly(new StringValue("off"), new IntegerValue(0));
        assertThat(query.run()).isEqualTo(1);
        SuiteQuery file =
            session.query("SELECT pg_read_file('/etc/passwd')", Duration.ofMinutes(1), false);
        assertThatThrownBy(file::run).hasMessageContaining("permission denied");
      }
    }
  }

  @Tag("D2")
  @Test
  void reportsServerTimeoutAsItsOwn() throws Exception {
    database.run(
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET statement_timeout = 300',"
            + " current_database()); END $$");
    try (Store store = open();
        Session session = store.within("shop").session()) {
      store.within("shop").clear();
      SuiteQuery query = session.query("SELECT pg_sleep(5)", Duration.ofMinutes(1), false);
      assertThatThrownBy(query::run)
          .isNotInstanceOf(TimeLimitException.class)
          .hasMessageContaining("statement timeout")
          .hasMessageContaining("raise the server's own limit, statement_timeout");
    }
  }

  @Tag("D5")
  @Test
  void waitForForeignLockEndsAtLimit() throws Exception {
    String limit = Settings.property(Waits.ANSWER);
    System.setProperty(limit, "5");
    try (Store store = open();
        Session session = store.within("shop").session();
        Connection reader = DriverManager.getConnection(database.address().url())) {
      Store suite = store.within("shop");
      suite.clear();
      session.ingestion(PLAIN).prepare();
      try (Statement statement = reader.createStatement()) {
        reader.setAutoCommit(false);
        statement.execute("SELECT * FROM docduel_postgres_jsonb_shop.guests");
        assertThatThrownBy(suite::clear)
            .hasMessageContaining("lock timeout")
            .hasMessageContaining("DOCDUEL_ANSWER_SECONDS");
        reader.rollback();
        suite.clear();

        store.create(PLAIN);
        statement.execute("SELECT * FROM docduel.postgres_jsonb_guests");
        assertThatThrownBy(() -> store.empty(PLAIN))
            .hasMessageContaining("lock timeout")
            .hasMessageContaining("DOCDUEL_ANSWER_SECONDS");
        reader.rollback();
        store.empty(PLAIN);
      }
    } finally {
      System.clearProperty(limit);
    }
  }

  private Store open() {
    return open(database.address());
  }

  private static Store open(ServerAddress address) {
    return StoreProviders.byName("postgres-jsonb")
        .orElseThrow()
        .open(Optional.of(address), StoreConfig.defaults());
  }
}
