package org.docduel.stores.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.Servers;
import org.docduel.core.server.Servers.InUse;
import org.docduel.stores.jdbc.Sql;
import org.docduel.testkit.TestEngine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real MySQL in a real container, whose image {@code mysql:9.7} has to be there. */
@Timeout(180)
class MysqlInContainerTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String IMAGE = "mysql:9.7";
  private static final ServerFamily FAMILY = new MysqlProvider.OfMysql().server().orElseThrow();

  @BeforeEach
  void requireEngine() {
    TestEngine.requireImage(IMAGE);
  }

  @Test
  void listensOnLoopbackAloneAndKeepsItsSettings() throws SQLException {
    try (Servers servers = new Servers(settings("DOCDUEL_MEMORY", "2g"))) {
      InUse server = servers.start(FAMILY);

      assertThat(server.isPublished()).as("a proxy copies what is sent").isFalse();
      assertThat(server.address().hosts()).allMatch(host -> host.startsWith("127.0.0.1:"));
      try (Connection connection = MysqlAddress.open(server.address(), LIMIT, LIMIT)) {
        assertThat(variable(connection, "bind_address")).isEqualTo("127.0.0.1");
        assertThat(variable(connection, "innodb_buffer_pool_size"))
            .as("half of the container's memory")
            .isEqualTo(String.valueOf(1 << 30));
        assertThat(variable(connection, "innodb_flush_log_at_trx_commit")).isEqualTo("1");
        assertThat(variable(connection, "sync_binlog")).isEqualTo("1");
        assertThat(variable(connection, "system_time_zone")).isEqualTo("UTC");
        assertThat(variable(connection, "character_set_server")).isEqualTo("utf8mb4");
      }
    }
  }

  @Test
  void publishesPortOnRequest() {
    try (Servers servers = new Servers(settings("DOCDUEL_CONTAINER_NETWORK", "published"))) {
      InUse server = servers.start(FAMILY);

      assertThat(server.isPublished()).isTrue();
      assertThat(server.isOnThisMachine()).isTrue();
    }
  }

  /** Its log has the port on another line than MySQL's. */
  @Test
  void startsMariadb() throws SQLException {
    String image = "mariadb:11.8";
    TestEngine.requireImage(image);
    ServerFamily mariadb = new MysqlProvider.OfMariadb().server().orElseThrow();
    try (Servers servers =
        new Servers(Settings.of(Map.of("DOCDUEL_MARIADB_SOURCE", "container"), new Properties()))) {
      InUse server = servers.start(mariadb);

      assertThat(server.isPublished()).isFalse();
      try (Connection connection = MysqlAddress.open(server.address(), LIMIT, LIMIT)) {
        assertThat(MysqlServer.version(connection)).startsWith("11.8");
      }
    }
  }

  @Test
  void rejectsServerOfAnotherVersion() {
    Map<String, String> environment = new HashMap<>();
    environment.put("DOCDUEL_MYSQL_VERSION", "8.4");
    environment.put("DOCDUEL_MYSQL_IMAGE", IMAGE);
    try (Servers servers = new Servers(Settings.of(environment, new Properties()))) {
      assertThatThrownBy(() -> servers.start(FAMILY))
          .isInstanceOf(BadInputException.class)
          .hasMessageMatching(
              "DOCDUEL_MYSQL_VERSION=8\\.4: the server of the image mysql:9\\.7 says it is version"
                  + " 9\\.7\\.\\d+; .*");
    }
  }

  private static String variable(Connection connection, String name) throws SQLException {
    return Sql.first(connection, "SELECT @@GLOBAL." + name).orElse("");
  }

  private static Settings settings(String name, String value) {
    return Settings.of(Map.of("DOCDUEL_MYSQL_SOURCE", "container", name, value), new Properties());
  }
}
