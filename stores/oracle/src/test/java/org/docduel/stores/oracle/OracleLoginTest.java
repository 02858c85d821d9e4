package org.docduel.stores.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.Waits;
import org.docduel.core.server.ContainerRecipe;
import org.docduel.core.server.ContainerRecipe.Place;
import org.docduel.core.server.ServerSource.Workspace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OracleLoginTest {
  @Test
  void removesUserAndPasswordFromAddress() {
    OracleAddress address =
        OracleAddress.of(
            new ServerAddress(
                "jdbc:oracle:thin:@//db:1521/FREEPDB1?user=scott&password=ti%26ger&x=1"));

    assertThat(address.url()).isEqualTo("jdbc:oracle:thin:@//db:1521/FREEPDB1?x=1");
    assertThat(address.login()).containsEntry("user", "scott").containsEntry("password", "ti&ger");
    assertThat(OracleAddress.of(new ServerAddress("jdbc:oracle:thin:@//db/X?user=a")).url())
        .isEqualTo("jdbc:oracle:thin:@//db/X");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:oracle:thin:@//db:1521/FREEPDB1?user=scott&password=geheim",
        "jdbc:oracle:thin:scott/geheim@//db:1521/FREEPDB1"
      })
  void neverShowsPasswordOfAddress(String url) {
    assertThat(new ServerAddress(url).toString()).doesNotContain("geheim").contains("db:1521");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db/postgres?password=geheim",
        "db:1521/FREEPDB1",
        "jdbc:oracle:thin:geheim"
      })
  void rejectsInvalidAddressWithFormAndWithoutPassword(String url) {
    assertThatThrownBy(() -> new OracleWorkspace(OracleAddress::open).check(new ServerAddress(url)))
        .isInstanceOf(Workspace.WorkspaceException.class)
        .hasMessageContaining("not a JDBC address of an Oracle Database")
        .hasMessageContaining(OracleAddress.FORM)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("geheim"));
  }

  @Test
  @Timeout(60)
  void reportsAddressWithoutServerInOneLine() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    String url = "jdbc:oracle:thin:@//127.0.0.1:" + port + "/FREEPDB1?user=u&password=geheim";

    assertThatThrownBy(() -> new OracleWorkspace(OracleAddress::open).check(new ServerAddress(url)))
        .isInstanceOf(Workspace.WorkspaceException.class)
        .hasMessageStartingWith("ORA-12541: ")
        .hasMessageEndingWith("; start that server or correct the address")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n", "geheim", "CONNECTION_ID"));
  }

  @Test
  @Timeout(120)
  void givesUpOnSilentServer() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      String url =
          "jdbc:oracle:thin:@//127.0.0.1:" + socket.getLocalPort() + "/X?user=u&password=p";

      assertThatThrownBy(
              () -> new OracleWorkspace(OracleAddress::open).check(new ServerAddress(url)))
          .isInstanceOf(Workspace.WorkspaceException.class)
          .satisfies(e -> assertThat(e.getMessage()).startsWith("ORA-").doesNotContain("\n"));
    }
  }

  /** With the driver's limit on connecting alone it would wait for as long as for an answer. */
  @Test
  @Tag("attack")
  @Tag("D5")
  @Timeout(120)
  void givesUpAfterConnectionLimit() throws IOException {
    String limit = Settings.property(Waits.CONNECT);
    System.setProperty(limit, "2");
    try (ServerSocket socket = new ServerSocket(0)) {
      ServerAddress silent =
          new ServerAddress(
              "jdbc:oracle:thin:@//127.0.0.1:" + socket.getLocalPort() + "/X?user=u&password=p");
      assertThatThrownBy(
              () -> new OracleProvider().open(Optional.of(silent), StoreConfig.defaults()))
          .hasMessageStartingWith("oracle-jct: connecting failed: ORA-17002")
          .hasMessageEndingWith("no answer for 2 s (DOCDUEL_CONNECT_SECONDS sets the limit)");
    } finally {
      System.clearProperty(limit);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "12514, the service",
    "12505, the service",
    "1017, correct its user and password",
    "1031, GRANT DB_DEVELOPER_ROLE",
    "54, DOCDUEL_ANSWER_SECONDS"
  })
  void errorCodesHaveRemedy(int code, String remedy) {
    SQLException e =
        new SQLException(
            "ORA-" + code + ": words (CONNECTION_ID=abc==)\nhttps://docs.oracle.com/",
            "72000",
            code);

    assertThat(OracleSystem.ERRORS.line(e)).isEqualTo("ORA-" + code + ": words");
    assertThat(OracleSystem.ERRORS.remedy(e)).contains(remedy);
  }

  @Test
  void containerUserMatchesAddress() {
    ContainerRecipe recipe =
        OracleProvider.container(
            Settings.of(Map.of(), new Properties()), new Place(40000, "s3cret", 0));

    assertThat(recipe.image()).isEqualTo("gvenzl/oracle-free:23");
    assertThat(recipe.environment())
        .containsEntry("APP_USER", "docduel")
        .containsEntry("APP_USER_PASSWORD", "s3cret");
    assertThat(recipe.port()).as("its listener's port is fixed").isEqualTo(1521);
    assertThat(recipe.addressAt("h", 7))
        .isEqualTo("jdbc:oracle:thin:@//h:7/FREEPDB1?user=docduel&password=s3cret");
  }
}
