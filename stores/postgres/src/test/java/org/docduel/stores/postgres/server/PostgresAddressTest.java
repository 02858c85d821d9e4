package org.docduel.stores.postgres.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ExternalServer;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.core.server.ServerSource.RunningServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("attack")
@Tag("C3")
class PostgresAddressTest {
  private static final ExternalServer POSTGRES =
      new ExternalServer("postgres", new PostgresWorkspace("postgres"));
  // Discard: nothing listens there, and nothing may without being root.
  private static final String CLOSED_PORT = "127.0.0.1:9";

  private static RunningServer server;
  private static ServerAddress address;

  @BeforeAll
  static void start() {
    server = new EmbeddedPostgres().start(Settings.of(Map.of(), new Properties()));
    address = server.address();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void isUnavailableUntilItIsSet() {
    assertThat(POSTGRES.availability(postgres("  ")))
        .isEqualTo(
            new Availability.Unavailable(
                "no address is given", "set DOCDUEL_POSTGRES_URL or -Ddocduel.postgres.url"));
    assertThat(POSTGRES.availability(postgres("anything"))).isEqualTo(new Availability.Available());
  }

  @Test
  void acceptsWorkingAddressAndKeepsItsServer() {
    try (RunningServer running = POSTGRES.start(postgres(address.url()))) {
      assertThat(running.address()).isEqualTo(address);
    }

    assertThat(POSTGRES.start(postgres(address.url())).address()).isEqualTo(address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "postgres:HIDE@localhost/db",
        "postgresql://joe:HIDE@localhost/db",
        "jdbc:postgresql://joe:HIDE@localhost:port/db",
        "jdbc:mysql://localhost/db?password=HIDE"
      })
  void rejectsInvalidJdbcAddress(String url) {
    assertThatThrownBy(() -> POSTGRES.start(postgres(url)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("DOCDUEL_POSTGRES_URL=")
        .hasMessageEndingWith(
            ": this is not a JDBC address of a PostgreSQL; write it as"
                + " jdbc:postgresql://HOST:PORT/DATABASE?user=USER&password=PASSWORD")
        .hasMessageNotContaining("HIDE");
    assertThat(Logger.getLogger("org.postgresql").isLoggable(Level.SEVERE)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"100%", "a%zzb"})
  void rejectsUnencodedPassword(String password) {
    String url = address.url().replaceAll("password=.*", "password=HIDE" + password);
    assertThatThrownBy(() -> POSTGRES.start(postgres(url)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("password=***: it has a % that begins no encoded character; percent-")
        .hasMessageEndingWith("% as %25, + as %2B, & as %26, a space as %20")
        .hasMessageNotContaining("HIDE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"HIDE+b", "HIDE&b", "HIDE%41"})
  void explainsPasswordEncoding(String password) {
    String url = address.url().replaceAll("password=.*", "password=" + password);
    assertThatThrownBy(() -> POSTGRES.start(postgres(url)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("; correct its user and password; percent-encode what is special")
        .hasMessageNotContaining("HIDE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a@b:c/d?e&f%g+h=i j", "p\u00e4ssw\u00f6rd\u20ac", "postgres"})
  void acceptsEveryPercentEncodedPassword(String password) throws SQLException {
    try (Connection connection = DriverManager.getConnection(address.url());
        Statement statement = connection.createStatement()) {
      statement.execute("DROP ROLE IF EXISTS special");
      statement.execute("CREATE ROLE special LOGIN PASSWORD '" + password + "'");
    }
    String encoded = URLEncoder.encode(password, StandardCharsets.UTF_8).replace("+", "%20");
    String url = address.url().replaceAll("user=.*", "user=special&password=" + encoded);
    assertThat(POSTGRES.start(postgres(url)).address().url()).isEqualTo(url);
  }

  @Test
  @Timeout(60)
  void rejectsUnreachableServer() {
    assertThatThrownBy(() ->
            POSTGRES.start(
                postgres("jdbc:postgresql://" + CLOSED_PORT + "/x?user=u&password=HIDE")))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(
            "DOCDUEL_POSTGRES_URL=jdbc:postgresql://127.0.0.1:9/x?user=u&password=***: Connection")
        .hasMessageEndingWith("connections; start that server or correct the address")
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"password=HIDE", "x=y"})
  void rejectsWrongOrMissingPassword(String parameter) {
    String url = address.url().replaceAll("password=.*", parameter);

    assertThatThrownBy(() -> POSTGRES.start(postgres(url)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("DOCDUEL_POSTGRES_URL=jdbc:postgresql://127.0.0.1:")
        .hasMessageEndingWith("; correct its user and password")
        .hasMessageNotContaining("HIDE")
        .hasMessageNotContaining("\n");
  }

  @Test
  void explainsServerWithoutTls() {
    assertThatThrownBy(() -> POSTGRES.start(postgres(address.url() + "&sslmode=require")))
        .isInstanceOf(BadInputException.class)
        .hasMessageEndingWith("; take sslmode out of it, or switch SSL on in that server");
  }

  @Test
  void rejectsMissingDatabase() {
    String url = address.url().replace("/postgres?", "/nothing?");

    assertThatThrownBy(() -> POSTGRES.start(postgres(url)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("\"nothing\" does not exist")
        .hasMessageEndingWith("; correct its database");
  }

  @Test
  void explainsExhaustedConnections() throws SQLException {
    try (Connection connection = DriverManager.getConnection(address.url());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE ROLE full_house LOGIN PASSWORD 'x' CONNECTION LIMIT 0");
    }
    String url = address.url().replaceAll("user=.*", "user=full_house&password=x");

    assertThatThrownBy(() -> POSTGRES.start(postgres(url)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("too many connections for role")
        .message()
        .contains("; raise max_connections of the server, or the limit of the database or the role")
        .doesNotContain("start that server");
  }

  @Test
  void namesPropertyThatGaveTheAddress() {
    Properties properties = new Properties();
    properties.setProperty("docduel.postgres.url", "nonsense");

    assertThatThrownBy(() -> POSTGRES.start(Settings.of(Map.of(), properties)))
        .hasMessageStartingWith("docduel.postgres.url=***: ");
  }

  private static Settings postgres(String url) {
    return Settings.of(Map.of("DOCDUEL_POSTGRES_URL", url), new Properties());
  }
}
