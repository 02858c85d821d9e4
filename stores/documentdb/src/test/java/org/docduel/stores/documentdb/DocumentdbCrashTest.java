package org.docduel.stores.documentdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.testkit.CrashRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The crash test for BSON in PostgreSQL. It kills the server that {@code DOCDUEL_DOCUMENTDB_URL}
 * names, which has to run on this host and be nobody else's, and has it started again by the shell
 * command in {@code DOCDUEL_DOCUMENTDB_RESTART}; without that command it does not run.
 */
@EnabledIfEnvironmentVariable(named = "DOCDUEL_DOCUMENTDB_RESTART", matches = ".+")
class DocumentdbCrashTest {
  private static final String STORE = "documentdb";
  private static final ServerAddress ADDRESS =
      new ServerAddress(Settings.ofProcess().get("documentdb.url").orElse("not given"));

  @AfterAll
  static void forgetTheSetting() throws SQLException {
    configure("ALTER SYSTEM RESET wal_writer_delay");
  }

  @ParameterizedTest
  @EnumSource(names = {"DEFAULT", "RELAXED"})
  void onlyRelaxedDurabilityLosesAcknowledgedUpdatesInACrash(Durability durability)
      throws Exception {
    // So that there is something to lose: updates are acknowledged before they are written.
    configure("ALTER SYSTEM SET wal_writer_delay = '10s'");
    new CrashRun(STORE, new ConfiguredServer()).losesWhatItMay(durability);
  }

  private static void configure(String setting) throws SQLException {
    try (Connection connection = DriverManager.getConnection(ADDRESS.url());
        Statement statement = connection.createStatement()) {
      statement.execute(setting);
      statement.execute("SELECT pg_reload_conf()");
    }
  }

  private static final class ConfiguredServer implements CrashRun.Server {
    @Override
    public Store open(Durability durability) {
      return StoreProviders.byName(STORE)
          .orElseThrow()
          .open(Optional.of(ADDRESS), StoreConfig.defaults().withDurability(durability));
    }

    @Override
    public void kill() throws IOException, InterruptedException {
      CrashRun.kill(postmaster());
    }

    /** Whose child the process of any connection is. */
    private static ProcessHandle postmaster() {
      try (Connection connection = DriverManager.getConnection(ADDRESS.url());
          Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
        row.next();
        return ProcessHandle.of(row.getLong(1)).flatMap(ProcessHandle::parent).orElseThrow();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void restart() throws IOException, InterruptedException {
      Process command =
          new ProcessBuilder("sh", "-c", System.getenv("DOCDUEL_DOCUMENTDB_RESTART"))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      assertThat(command.waitFor()).isZero();
    }
  }
}
