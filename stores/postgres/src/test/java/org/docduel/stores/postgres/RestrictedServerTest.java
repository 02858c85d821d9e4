package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A PostgreSQL whose user may do little, and that lacks functions, as look-alikes do. */
@Tag("attack")
@Tag("L8")
class RestrictedServerTest {
  private static final ObjectValue BODY = ObjectValue.of(Map.of("a", new StringValue("b")));
  private static final Collection COLLECTION = new Collection("lesser", BODY, List.of());

  private ScratchDatabase database;

  @BeforeEach
  void restrict() throws SQLException {
    database = new ScratchDatabase("lesser");
    database.run("CREATE SCHEMA docduel AUTHORIZATION " + database.role());
    for (String function :
        List.of(
            "pg_relation_size(regclass)", "pg_indexes_size(regclass)", "pg_show_all_settings()")) {
      database.run("REVOKE EXECUTE ON FUNCTION " + function + " FROM PUBLIC");
    }
    database.run("REVOKE SELECT ON pg_stat_all_tables FROM PUBLIC");
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @Test
  void worksAndReportsWhatIsMissing() {
    try (Store store = open();
        Session session = store.session()) {
      store.create(COLLECTION);
      session.inserts(COLLECTION).insert(List.of(new Document(1, BODY)));
      assertThat(session.reader(COLLECTION).count()).isEqualTo(1);
      store.quiesce();
      StoreDescription description = store.describe(COLLECTION);

      assertThat(description.sizes()).isEmpty();
      assertThat(description.settings()).containsEntry("fsync", "on");
      assertThat(description.findings())
          .hasSize(3)
          .anyMatch(line -> line.startsWith("measurements begin without a CHECKPOINT: "))
          .anyMatch(line -> line.startsWith("the server does not report its settings: "))
          .anyMatch(line -> line.startsWith("the server does not report the sizes of tables: "))
          .allMatch(line -> line.lines().count() == 1);
    }
  }

  @Test
  void keepsForeignTable() throws SQLException {
    database.run("CREATE TABLE docduel.postgres_jsonb_lesser (precious int)");
    try (Store store = open()) {
      assertThatThrownBy(() -> store.create(COLLECTION))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("\"docduel\".\"postgres_jsonb_lesser\" is not DocDuel's")
          .hasMessageNotContaining("\n");
    }
    assertThat(database.number("SELECT count(*) FROM docduel.postgres_jsonb_lesser")).isZero();
    database.run("DROP TABLE docduel.postgres_jsonb_lesser");
    try (Store store = open()) {
      store.create(COLLECTION);
      store.create(COLLECTION);
    }
  }

  @Test
  void explainsWhyItCannotBeWatched() {
    try (Store store = open();
        Session session = store.session()) {
      store.create(COLLECTION);
      assertThatThrownBy(() -> session.watch("pgstat", COLLECTION).read())
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageStartingWith(
              "the server does not give its counters: ERROR: permission denied");
    }
  }

  /** A store has a connection for each session, and opens one for what it does of its own. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void reportsRoleWithTooFewConnectionsInOneLine(int connectionLimit) throws SQLException {
    database.run("ALTER ROLE " + database.role() + " CONNECTION LIMIT " + connectionLimit);
    assertThatThrownBy(
            () -> {
              try (Store store = open();
                  Session session = store.session()) {
                store.create(COLLECTION);
                assertThat(session.reader(COLLECTION).count()).isZero();
              }
            })
        .isInstanceOf(ServerFailureException.class)
        .hasMessageContaining("too many connections for role")
        .hasMessageEndingWith(
            "; raise max_connections of the server, or the limit of the database or the role, or"
                + " take fewer threads or a pool")
        .hasMessageNotContaining("\n");
  }

  private Store open() {
    return StoreProviders.byName("postgres-jsonb")
        .orElseThrow()
        .open(Optional.of(database.guest()), StoreConfig.defaults());
  }
}
