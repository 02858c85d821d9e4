package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.spi.StoreProvider.StoreProviders;
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
    Connections connections =
        new Connections(
            TestServers.embedded(StoreProviders.named("postgres-jsonb").orElseThrow()),
            StoreConfig.defaults());
    pool = new ConnectionPool("postgres-jsonb", connections, 1);
  }

  @AfterEach
  void close() {
    pool.close();
  }

  @Test
  void aConnectionKeepsItsStatements() throws SQLException {
    PreparedStatement first = statement(BACKEND);
    assertThat(statement(BACKEND)).isSameAs(first);
    assertThat(statement(MISTAKE)).isNotSameAs(first);
    assertThat(first.isClosed()).isFalse();
  }

  @Test
  void aConnectionThatTheServerEndedIsReplaced() throws SQLException {
    int ended = backend();
    fail(END);
    assertThat(backend()).isNotEqualTo(ended);
  }

  @Test
  void aConnectionStaysAfterAnErrorOfTheStatementAlone() throws SQLException {
    int same = backend();
    fail(MISTAKE);
    assertThat(backend()).isEqualTo(same);
  }

  private PreparedStatement statement(String sql) throws SQLException {
    try (Connection connection = pool.borrow()) {
      return pool.prepared(connection, sql);
    }
  }

  private int backend() throws SQLException {
    try (Connection connection = pool.borrow();
        ResultSet row = pool.prepared(connection, BACKEND).executeQuery()) {
      row.next();
      return row.getInt(1);
    }
  }

  private void fail(String sql) throws SQLException {
    try (Connection connection = pool.borrow()) {
      assertThatThrownBy(() -> fail(connection, sql)).isInstanceOf(SQLException.class);
    }
  }

  private void fail(Connection connection, String sql) throws SQLException {
    try {
      pool.prepared(connection, sql).execute();
    } catch (SQLException e) {
      pool.failed(connection, e);
      throw e;
    }
  }
}
