package org.docduel.stores.postgres.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.core.server.ServerSource.RunningServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedPostgresTest {
  private static final EmbeddedPostgres SOURCE = new EmbeddedPostgres();

  private static RunningServer server;

  @BeforeAll
  static void start() {
    server = SOURCE.start(settings());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void restartKeepsAddressAndDataAndEmptiesCaches() throws SQLException {
    String startTime = "SELECT pg_postmaster_start_time()";
    String read =
        "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, FORMAT JSON) SELECT sum(n) FROM kept";
    try (Connection connection = DriverManager.getConnection(server.address().url());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE UNLOGGED TABLE kept AS SELECT generate_series(1, 100000) AS n");
    }
    String before = query(server, startTime);
    assertThat(query(server, read)).contains("\"Shared Read Blocks\": 0");

    assertThat(server.restart().getAsBoolean()).isTrue();

    assertThat(query(server, startTime)).isNotEqualTo(before);
    assertThat(query(server, read)).containsPattern("\"Shared Read Blocks\": [1-9]");
    assertThat(query(server, "SELECT sum(n) FROM kept")).isEqualTo("5000050000");
  }

  @Test
  void keepsFsyncAndChangesFewSettings() throws SQLException {
    assertThat(query(server, "SHOW fsync")).isEqualTo("on");
    assertThat(query(server, "SHOW full_page_writes")).isEqualTo("on");
    assertThat(query(server, "SHOW synchronous_commit")).isEqualTo("on");
    assertThat(fileOf(server))
        .containsOnlyKeys(
            "datestyle",
            "timezone",
            "default_text_search_config",
            "dynamic_shared_memory_type",
            "fsync",
            "lc_messages",
            "lc_monetary",
            "lc_numeric",
            "lc_time",
            "listen_addresses",
            "log_timezone",
            "maintenance_work_mem",
            "max_connections",
            "max_wal_size",
            "min_wal_size",
            "scram_iterations",
            "shared_buffers",
            "unix_socket_directories")
        .containsEntry("max_connections", "100")
        .containsEntry("min_wal_size", "80MB")
        .containsEntry("max_wal_size", "4GB");
  }

  @Test
  void isIndependentOfLocaleAndTimeZoneOfHost() throws SQLException {
    assertThat(query(server, "SHOW server_encoding")).isEqualTo("UTF8");
    assertThat(query(server, "SELECT datlocprovider::text || datlocale FROM pg_database LIMIT 1"))
        .isEqualTo("bC.UTF-8");
    assertThat(query(server, "SELECT setting FROM pg_file_settings WHERE name = 'timezone'"))
        .contains("UTC");
    assertThat(query(server, "SELECT upper('äé')")).isEqualTo("ÄÉ");
  }

  @Tag("attack")
  @Tag("C2")
  @Test
  void requiresItsPassword() {
    String without = server.address().url().replaceAll("&password=.*", "");

    assertThatThrownBy(() -> DriverManager.getConnection(without).close())
        .isInstanceOf(SQLException.class);
    assertThat(server.address()).asString().endsWith("/postgres?user=postgres&password=***");
  }

  @Tag("attack")
  @Tag("C2")
  @Test
  void listensOnlyOnLoopback() throws Exception {
    Optional<InetAddress> outside =
        NetworkInterface.networkInterfaces()
            .filter(network -> !isLoopback(network))
            .flatMap(NetworkInterface::inetAddresses)
            .findFirst();
    assumeThat(outside).as("the host has an address of its own").isPresent();
    int port = URI.create(server.address().url().substring("jdbc:".length())).getPort();

    new Socket(InetAddress.getLoopbackAddress(), port).close();
    assertThatThrownBy(() -> new Socket(outside.get(), port).close())
        .isInstanceOf(java.io.IOException.class);
  }

  @Tag("attack")
  @Tag("C2")
  @Test
  void runsTwiceAtOnce() throws SQLException {
    try (RunningServer other = SOURCE.start(settings())) {
      assertThat(server.address()).isNotEqualTo(other.address());
      assertThat(query(server, "SHOW data_directory"))
          .isNotEqualTo(query(other, "SHOW data_directory"));
    }
  }

  @Test
  void acceptsAdditionalSettings() throws SQLException {
    Settings settings =
        settings("postgres.options", "jit=off; shared_preload_libraries = 'pg_stat_statements'; ");
    try (RunningServer configured = SOURCE.start(settings)) {
      assertThat(query(configured, "SHOW jit")).isEqualTo("off");
      assertThat(query(configured, "SHOW shared_preload_libraries"))
          .isEqualTo("pg_stat_statements");
    }
  }

  @Test
  void rejectsServerWithoutFsync() {
    assertThatThrownBy(() -> SOURCE.start(settings("postgres.options", "fsync=off")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("fsync=off");
  }

  @ParameterizedTest
  @Tag("attack")
  @Tag("L6")
  @Tag("L7")
  @ValueSource(
      strings = {
        "work_mem=plenty",
        "shared_buffers=1kB",
        "no_such_setting=1",
        "max_connections=-1"
      })
  void reportsInvalidSettingInOneLine(String option) {
    assertThatThrownBy(() -> SOURCE.start(settings("postgres.options", option)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("docduel.postgres.options=" + option)
        .message()
        .hasLineCount(1)
        .matches(".* (start|initdb).*" + option.replaceFirst("=.*", "") + ".*");
  }

  @Test
  void rejectsInvalidOptions() {
    assertThatThrownBy(() -> SOURCE.start(settings("postgres.options", "jit=off;nonsense")))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "docduel.postgres.options: 'nonsense' is not a PostgreSQL setting; write name=value,"
                + " separated by semicolons");
  }

  @Test
  void isAvailableOnlyForItsVersion() {
    assertThat(SOURCE.availability(settings("postgres.version", "17")))
        .isInstanceOf(Availability.Available.class);
    assertThat(SOURCE.availability(settings("postgres.version", "9")))
        .isInstanceOfSatisfying(
            Availability.Unavailable.class,
            no ->
                assertThat(no.reason())
                    .startsWith("this build carries PostgreSQL 17.")
                    .endsWith(", and 9 is requested"));
  }

  @Test
  void isNotAvailableInMemory() {
    Path memory = Path.of("/dev/shm");
    assumeThat(Files.isDirectory(memory)).as("there is a /dev/shm").isTrue();

    assertThat(SOURCE.availability(settings("server.directory", memory.toString())))
        .isEqualTo(
            new Availability.Unavailable(
                "the directory for its data is in memory, where a flush to disk promises nothing",
                "set DOCDUEL_SERVER_DIRECTORY to one on a disk"));
  }

  /** In /proc nobody makes a file, though root is told that it may. */
  @ParameterizedTest
  @ValueSource(strings = {"/no/such/place", "/proc"})
  void rejectsMissingOrUnwritableDirectory(String directory) {
    assertThatThrownBy(() -> SOURCE.availability(settings("server.directory", directory)))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "docduel.server.directory="
                + directory
                + ": give a directory that exists and is writable");
  }

  @Test
  void isAvailable() {
    assertThat(SOURCE.availability(settings())).isInstanceOf(Availability.Available.class);
  }

  private static boolean isLoopback(NetworkInterface network) {
    try {
      return network.isLoopback();
    } catch (SocketException e) {
      throw new AssertionError(e);
    }
  }

  private static String query(RunningServer server, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(server.address().url());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private static Map<String, String> fileOf(RunningServer server) throws SQLException {
    Map<String, String> values = new LinkedHashMap<>();
    try (Connection connection = DriverManager.getConnection(server.address().url());
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT name, setting FROM pg_file_settings WHERE applied")) {
      while (rows.next()) {
        values.put(rows.getString(1), rows.getString(2));
      }
    }
    return values;
  }

  private static Settings settings(String... nameAndValue) {
    Properties properties = new Properties();
    if (nameAndValue.length == 2) {
      properties.setProperty(Settings.property(nameAndValue[0]), nameAndValue[1]);
    }
    return Settings.of(Map.of(), properties);
  }
}
