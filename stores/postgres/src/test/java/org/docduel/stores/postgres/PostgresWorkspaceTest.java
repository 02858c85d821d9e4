package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.query.Index;
import org.docduel.core.server.Login;
import org.docduel.core.server.Workspace;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProviders;
import org.docduel.stores.postgres.server.PostgresWorkspace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What runs may do to a server that is somebody else's. */
@Tag("attack")
@Tag("M5")
class PostgresWorkspaceTest {
  private static final ObjectValue BODY = ObjectValue.of(Map.of("a", new StringValue("b")));
  private static final Collection COLLECTION =
      new Collection("guests", BODY, List.of(new Index(Index.Kind.SUBSTRING, List.of("a"))));

  private final PostgresWorkspace workspace = new PostgresWorkspace("postgres");
  private ScratchDatabase database;

  @BeforeEach
  void make() throws SQLException {
    database = new ScratchDatabase("workspace");
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @Test
  void aSecondRunIsKeptOutUntilTheFirstHasEnded() throws Exception {
    try (Workspace.Lease lease = workspace.lease(database.address())) {
      lease.confirm();
      assertThatThrownBy(() -> workspace.lease(database.address()))
          .isInstanceOf(Login.Refused.class)
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
  void aLeaseEndsWithItsConnectionAndIsTakenAgain() throws Exception {
    try (Workspace.Lease lease = workspace.lease(database.address())) {
      endSessions();
      lease.confirm();
      endSessions();
      try (Workspace.Lease next = workspace.lease(database.address())) {
        next.confirm();
        assertThatThrownBy(lease::confirm).hasMessageContaining("another run");
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
  void missingRightsAreOneLineWithTheGrant() throws Exception {
    assertThatThrownBy(() -> workspace.lease(database.guest()))
        .isInstanceOf(Login.Refused.class)
        .hasMessage(
            "the user %s may not make the schema docduel; CREATE SCHEMA docduel AUTHORIZATION"
                + " \"%<s\"",
            database.role());

    database.run("CREATE SCHEMA docduel");
    assertThatThrownBy(() -> workspace.lease(database.guest()))
        .hasMessageEndingWith("; GRANT USAGE, CREATE ON SCHEMA docduel TO \"%s\"", database.role());

    database.run("GRANT USAGE, CREATE ON SCHEMA docduel TO " + database.role());
    workspace.lease(database.guest()).close();
  }

  @Test
  void aTableOfSomebodyElseIsSeenBeforeAnythingRuns() throws Exception {
    database.run("CREATE SCHEMA docduel; CREATE TABLE docduel.postgres_jsonb_guests AS SELECT 1");
    assertThatThrownBy(() -> workspace.lease(database.address()))
        .isInstanceOf(Login.Refused.class)
        .hasMessageContaining("holds the table postgres_jsonb_guests, which is not DocDuel's");
    assertThat(database.number("SELECT count(*) FROM docduel.postgres_jsonb_guests")).isOne();
  }

  @Test
  void cleaningRemovesAllOfOursAndNothingElse() throws Exception {
    database.run("CREATE TABLE precious AS SELECT 1; CREATE SCHEMA docduel_backup");
    try (Store store = open();
        Session session = store.session()) {
      store.create(COLLECTION);
      session.suite("shop").clear();
      session.suite("shop").ingestion(COLLECTION).prepare();
    }
    database.run("CREATE TABLE docduel.notes AS SELECT 1");

    assertThat(workspace.clean(database.address()))
        .containsExactly(
            "removed the tables of schema docduel_postgres_jsonb_shop: guests",
            "removed the tables of schema docduel: postgres_jsonb_guests",
            "removed the schema docduel_postgres_jsonb_shop",
            "the schema docduel stays: what is not DocDuel's needs it",
            "removed the extension pg_trgm");
    assertThat(database.number("SELECT count(*) FROM precious, docduel.notes")).isOne();
    assertThat(database.number("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'docduel%'"))
        .isEqualTo(2);

    database.run("DROP TABLE docduel.notes");
    assertThat(workspace.clean(database.address())).containsExactly("removed the schema docduel");
    assertThat(workspace.clean(database.address()))
        .containsExactly("nothing of DocDuel's is there");
  }

  @Test
  void aSuitesSchemaThatIsSomebodyElsesStays() throws Exception {
    database.run(
        "CREATE SCHEMA docduel_postgres_jsonb_shop;"
            + " CREATE TABLE docduel_postgres_jsonb_shop.orders AS SELECT 1");
    try (Store store = open();
        Session session = store.session()) {
      assertThatThrownBy(() -> session.suite("shop").clear())
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("is not DocDuel's");
    }
    assertThat(database.number("SELECT count(*) FROM docduel_postgres_jsonb_shop.orders")).isOne();
  }

  private Store open() {
    return StoreProviders.named("postgres-jsonb")
        .orElseThrow()
        .open(Optional.of(database.address()), StoreConfig.defaults());
  }
}
