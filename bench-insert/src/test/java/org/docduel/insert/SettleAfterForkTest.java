package org.docduel.insert;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ForkProfiler;
import org.docduel.core.fork.RunDirectory;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.testkit.TinyRun;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a fork leaves a real server to do, by the server's own count of vacuums. */
class SettleAfterForkTest {
  @BeforeAll
  static void startServer() {
    TestServers.publishToForks(PostgresServer.FAMILY);
  }

  @AfterEach
  void clear() {
    System.clearProperty(Settings.property(ForkProfiler.SETTLE_AFTER));
  }

  @Test
  void settlesAgainWhenOthersAreMeasuredNext() throws Exception {
    System.setProperty(Settings.property(ForkProfiler.SETTLE_AFTER), "true");
    assertThat(vacuumsOfRun()).isEqualTo(2);
  }

  @Test
  void settlesOnlyBeforeItMeasuresWithoutNeighbours() throws Exception {
    assertThat(vacuumsOfRun()).isEqualTo(1);
  }

  /** Of the table of a run, which makes it anew. */
  private static long vacuumsOfRun() throws Exception {
    TinyRun.single(
        TinyRun.of("InsertBenchmark")
            .param("store", "postgres-jsonb")
            .param("payload", "100B")
            .param("documents", "55")
            .param("batch", "10"));
    ServerAddress address =
        RunDirectory.ofFork(Settings.ofProcess())
            .flatMap(run -> run.address(PostgresServer.FAMILY))
            .orElseThrow();
    return vacuums(address);
  }

  private static long vacuums(ServerAddress address) throws SQLException {
    try (Connection connection = DriverManager.getConnection(address.url());
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT vacuum_count FROM pg_stat_user_tables WHERE relname = 'postgres_jsonb_w1'"
                    + " AND schemaname = '"
                    + address.space()
                    + "'")) {
      assertThat(rows.next()).as("the table of the run is there").isTrue();
      return rows.getLong(1);
    }
  }
}
