package org.docduel.stores.postgres.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.Servers;
import org.docduel.core.server.Servers.InUse;
import org.docduel.testkit.TestEngine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real server in a real container, beside the embedded one. */
@Timeout(180)
class PostgresInContainerTest {
  /** Where files lie, on which port it listens, who started it, and what a socket's path is. */
  private static final Set<String> OF_THE_PLACE =
      Set.of(
          "config_file",
          "data_directory",
          "hba_file",
          "ident_file",
          "port",
          "listen_addresses",
          "unix_socket_directories",
          "external_pid_file",
          "data_directory_mode",
          "huge_pages_status");

  @BeforeEach
  void requireEngine() {
    TestEngine.requireImage("postgres:17");
  }

  @Test
  void hasSettingsAndNetworkOfEmbeddedServer() throws SQLException {
    try (Servers servers = new Servers(from("container"));
        Servers embeddedServers = new Servers(from("embedded"))) {
      InUse container = servers.start(PostgresServer.FAMILY);
      InUse embedded = embeddedServers.start(PostgresServer.FAMILY);

      assertThat(container.source()).isEqualTo("container");
      assertThat(container.isPublished()).as("a proxy copies what is sent").isFalse();
      assertThat(container.address().hosts()).allMatch(host -> host.startsWith("127.0.0.1:"));
      Map<String, String> expected = settings(embedded.address());
      assertThat(expected).hasSizeGreaterThan(300);
      assertThat(settings(container.address())).isEqualTo(expected);
      for (String limit : List.of("Max open files", "Max processes", "Max locked memory")) {
        assertThat(limit(container.address(), limit)).isEqualTo(limit(embedded.address(), limit));
      }
      // of 127.0.0.1, as the server sees it: with a proxy between it would be the bridge's address
      assertThat(first(container.address(), "SELECT host(inet_client_addr())"))
          .contains("127.0.0.1");
    }
  }

  @Test
  void rejectsImageWithAnotherVersion() {
    TestEngine.requireImage("postgres:14"); // with another server in it
    Settings settings = Settings.of(Map.of("DOCDUEL_POSTGRES_VERSION", "14"), new Properties());
    try (Servers servers = new Servers(settings)) {
      assertThatThrownBy(() -> servers.start(PostgresServer.FAMILY))
          .isInstanceOf(BadInputException.class)
          .hasMessageMatching(
              "DOCDUEL_POSTGRES_VERSION=14: the server of the image postgres:14 says it is version"
                  + " 17\\.\\d+; .*");
    }
  }

  /** Versions of one store that no archive holds come from images; then all do. */
  @Test
  void usesVersionsOfImages() {
    List<ServerFamily> versions =
        List.of(PostgresServer.FAMILY.forServer("@14"), PostgresServer.FAMILY.forServer("@17"));
    TestEngine.requireImage("postgres:14");
    try (Servers servers = new Servers(from(""))) {
      assertThat(servers.find(versions.get(1)).source().orElseThrow().name()).isEqualTo("embedded");
      servers.align(versions);
      assertThat(servers.find(versions.get(0)).source().orElseThrow().name())
          .isEqualTo("container");
      assertThat(servers.find(versions.get(1)).source().orElseThrow().name())
          .isEqualTo("container");
    }
  }

  /** A limit of the server's process, as its kernel tells it. */
  private static String limit(ServerAddress address, String name) throws SQLException {
    return first(address, "SELECT pg_read_file('/proc/self/limits')")
        .orElseThrow()
        .lines()
        .filter(line -> line.startsWith(name))
        .map(line -> line.replaceAll("\\s+", " "))
        .findFirst()
        .orElseThrow();
  }

  private static Settings from(String source) {
    return Settings.of(
        source.isEmpty() ? Map.of() : Map.of("DOCDUEL_POSTGRES_SOURCE", source), new Properties());
  }

  private static Map<String, String> settings(ServerAddress address) throws SQLException {
    Map<String, String> settings = new TreeMap<>();
    try (Connection connection = DriverManager.getConnection(address.url());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT name, setting FROM pg_settings")) {
      while (rows.next()) {
        settings.put(rows.getString(1), String.valueOf(rows.getString(2)));
      }
    }
    settings.keySet().removeAll(OF_THE_PLACE);
    return settings;
  }

  private static Optional<String> first(ServerAddress address, String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection(address.url());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
    }
  }
}
