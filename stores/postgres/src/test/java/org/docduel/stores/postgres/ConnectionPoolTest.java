package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.Sql;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One connection, so that each loan is of the same. */
class ConnectionPoolTest {
  private static final String BACKEND = "SELECT pg_backend_pid()";
  private static final String END = "SELECT pg_terminate_backend(pg_backend_pid())";
  private static final String MISTAKE = "SELECT 1 / 0";

  private ConnectionPool pool;

  @BeforeEach
  void open() throws SQLException {
    PostgresProvider jsonb = new PostgresProvider.OfJsonb();
    ServerAddress address = TestServers.embedded(jsonb);
    pool = new ConnectionPool(new PostgresSystem(jsonb, address, StoreConfig.defaults(), null), 1);
  }

  @AfterEach
  void close() {
    pool.close();
  }

  @Test
  void serverKeepsPreparedStatements() throws SQLException {
    for (int i = 0; i < 3; i++) {
      backend();
    }
    try (Connection connection = pool.borrow()) {
      String sql = "SELECT count(*)::text FROM pg_prepared_statements WHERE statement = ?";
      assertThat(Sql.first(connection, sql, BACKEND)).contains("1");
    }
  }

  @Test
  void replacesConnectionEndedByServer() throws SQLException {
    int ended = backend();
    fail(END);
    assertThat(backend()).isNotEqualTo(ended);
  }

  @Test
  void keepsConnectionAfterStatementError() throws SQLException {
    int same = backend();
    fail(MISTAKE);
    assertThat(backend()).isEqualTo(same);
  }

  @Test
  void rejectsPoolLargerThanRoleLimit() throws SQLException {
    try (ScratchDatabase database = new ScratchDatabase("full")) {
      PostgresSystem guest = guest(database);
      assertThatThrownBy(() -> new ConnectionPool(guest, 4).close())
          .isInstanceOf(StoreException.class)
          .hasMessageStartingWith(
              "postgres-jsonb: pool=4 is more than the 3 connections that the server has left; ");
    }
  }

  /** Apart from the one that is refused: the server ends a closed connection a little later. */
  @Test
  void opensPoolAtRoleLimit() throws SQLException {
    try (ScratchDatabase database = new ScratchDatabase("room")) {
      new ConnectionPool(guest(database), 3).close();
    }
  }

  /** Four connections are allowed, and the check for room takes one. */
  private static PostgresSystem guest(ScratchDatabase database) throws SQLException {
    database.run("ALTER ROLE " + database.role() + " CONNECTION LIMIT 4");
    return new PostgresSystem(
        new PostgresProvider.OfJsonb(), database.guest(), StoreConfig.defaults(), null);
  }

  private int backend() throws SQLException {
    try (Connection connection = pool.borrow();
        PreparedStatement statement = connection.prepareStatement(BACKEND);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getInt(1);
    }
  }

  private void fail(String sql) throws SQLException {
    try (Connection connection = pool.borrow();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      assertThatThrownBy(statement::execute).isInstanceOf(SQLException.class);
    }
  }
}
