package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.server.Host;
import org.docduel.core.server.ServerSource.Workspace;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.stores.postgres.server.PostgresWorkspace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Given servers on which a run could not work as it should: found before anything runs. */
@Tag("attack")
@Tag("C3")
class GivenServerTest {
  private static final Path PGBOUNCER = Path.of("/usr/sbin/pgbouncer");
  private static final Collection COLLECTION =
      new Collection("given", ObjectValue.of(Map.of("a", new StringValue("b"))), List.of());

  private final PostgresWorkspace workspace = new PostgresWorkspace("postgres");

  @TempDir Path directory;

  @Test
  void rejectsSimpleQueryMode() throws SQLException {
    try (ScratchDatabase database = new ScratchDatabase("simple")) {
      assertRejected(
          database.address().url() + "&preferQueryMode=simple",
          "preferQueryMode=simple sends values as text within statements, and prepares none; take it"
              + " out");
    }
  }

  @Test
  void rejectsReadOnlySessions() throws SQLException {
    try (ScratchDatabase database = new ScratchDatabase("reader")) {
      database.run("ALTER ROLE " + database.role() + " SET default_transaction_read_only = on");
      assertRejected(
          database.guest().url(),
          "its user's transactions are read-only; take readOnly out of it, or set"
              + " default_transaction_read_only = off for the role, the database or the server");
    }
  }

  @Test
  @Timeout(300)
  void rejectsStandby() throws Exception {
    Settings none = Settings.of(Map.of(), new Properties());
    try (Servers servers = new Servers(none)) {
      String url = servers.start(PostgresServer.FAMILY).address().url();
      try (Connection connection = DriverManager.getConnection(url)) {
        String data = Sql.first(connection, "SHOW data_directory").orElseThrow();
        Files.createFile(Path.of(data, "standby.signal"));
      }
      assertThat(servers.restart(PostgresServer.FAMILY)).isTrue();
      assertRejected(
          url, "the server is a standby, which takes no writes; give the address of its primary");
    }
  }

  @Test
  @Timeout(60)
  void reportsUnknownHost() {
    assertRejected(
        "jdbc:postgresql://no-such-host.invalid/d?user=u&password=HIDE",
        "there is no host no-such-host.invalid; correct its host");
  }

  @ParameterizedTest
  @ValueSource(strings = {"transaction", "statement"})
  void rejectsPoolerWithoutSessions(String mode) throws Exception {
    try (ScratchDatabase database = new ScratchDatabase("pooled");
        Bouncer bouncer = new Bouncer(database.address(), mode)) {
      assertRejected(
          bouncer.url,
          "a pooler in transaction or statement mode is between, and a run needs sessions that"
              + " stay; give the address of the server itself, or set pool_mode = session");
    }
  }

  @Test
  void recordsSessionPoolerInResults() throws Exception {
    try (ScratchDatabase database = new ScratchDatabase("sessions");
        Bouncer bouncer = new Bouncer(database.address(), "session")) {
      assertThat(workspace.check(new ServerAddress(bouncer.url))).startsWith("1");
      assertThat(findings(bouncer.url))
          .contains("connections go through a pooler: its time is in what is measured");
      assertThat(findings(database.address().url())).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"LATIN1", "SQL_ASCII"})
  void reportsEncodingOtherThanUtf8(String encoding) throws SQLException {
    try (ScratchDatabase database = new ScratchDatabase("encoded")) {
      String name = "encoded_" + encoding.toLowerCase(java.util.Locale.ROOT);
      database.run(
          "CREATE DATABASE " + name + " TEMPLATE template0 ENCODING '" + encoding + "' LOCALE 'C'");
      try {
        String url = database.address().url().replaceFirst("/encoded[^?]*\\?", "/" + name + "?");
        assertThat(findings(url))
            .singleElement()
            .asString()
            .startsWith("the database's encoding is " + encoding);
      } finally {
        database.run("DROP DATABASE " + name + " WITH (FORCE)");
      }
    }
  }

  private void assertRejected(String url, String message) {
    assertThatThrownBy(() -> workspace.check(new ServerAddress(url)))
        .isInstanceOf(Workspace.WorkspaceException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("HIDE")
        .hasMessageNotContaining("\n");
  }

  private static List<String> findings(String url) {
    try (Store store =
        StoreProviders.byName("postgres-jsonb")
            .orElseThrow()
            .open(Optional.of(new ServerAddress(url)), StoreConfig.defaults())) {
      store.create(COLLECTION);
      return store.describe(COLLECTION).findings();
    }
  }

  /** A real PgBouncer before a server; where it is not installed, the test is skipped. */
  private final class Bouncer implements AutoCloseable {
    private static final Pattern URL =
        Pattern.compile("jdbc:postgresql://([^:/]+):(\\d+)/([^?]*)\\?user=([^&]*)&password=(.*)");

    private final Process process;
    final String url;

    Bouncer(ServerAddress server, String mode) throws Exception {
      assumeThat(Files.isExecutable(PGBOUNCER)).as("pgbouncer is installed").isTrue();
      Matcher parts = URL.matcher(server.url());
      assertThat(parts.matches()).isTrue();
      Path users =
          Files.writeString(
              directory.resolve("users.txt"),
              "\"" + parts.group(4) + "\" \"" + parts.group(5) + "\"\n");
      int port = Host.freePort();
      Path file =
          Files.writeString(
              directory.resolve("pgbouncer.ini"),
              """
              [databases]
              * = host=%s port=%s
              [pgbouncer]
              listen_addr = 127.0.0.1
              listen_port = %d
              unix_socket_dir =
              auth_type = plain
              auth_file = %s
              pool_mode = %s
              """
                  .formatted(parts.group(1), parts.group(2), port, users, mode));
      directory.toFile().setExecutable(true, false);
      directory.toFile().setReadable(true, false);
      users.toFile().setReadable(true, false);
      file.toFile().setReadable(true, false);
      Path log = directory.resolve("pgbouncer.log");
      process =
          new ProcessBuilder(PGBOUNCER.toString(), "-u", "nobody", file.toString())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      url = server.url().replace(":" + parts.group(2) + "/", ":" + port + "/");
      for (int i = 0; i < 500 && !Files.readString(log).contains("process up"); i++) {
        Thread.sleep(20);
      }
      assertThat(Files.readString(log)).contains("process up");
    }

    @Override
    public void close() {
      process.destroy();
      process.onExit().join();
    }
  }
}
