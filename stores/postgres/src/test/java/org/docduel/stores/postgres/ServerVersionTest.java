package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several servers of one family in a run: {@code postgres-jsonb@18}. */
class ServerVersionTest {
  private static final StoreProvider PLAIN = StoreProviders.byName("postgres-jsonb").orElseThrow();
  private static final Set<String> OVERRIDDEN_METHODS =
      Set.of("name", "label", "server", "onlyWhenNamed");

  private static ServerFamily family(String store) {
    return StoreProviders.byName(store).orElseThrow().server().orElseThrow();
  }

  private static Servers serversAt(String name, String address) {
    return new Servers(
        Settings.of(Map.of("DOCDUEL_POSTGRES_URL_" + name, address), new Properties()));
  }

  @Test
  void differsFromStoreOnlyInNameAndServer() throws Exception {
    StoreProvider versioned = StoreProviders.byName("postgres-jsonb@17").orElseThrow();

    assertThat(versioned.name()).isEqualTo("postgres-jsonb@17");
    assertThat(versioned.label()).isEqualTo("jsonb@17");
    assertThat(family("postgres-jsonb@17").name()).isEqualTo("postgres@17");
    for (Method method : StoreProvider.class.getMethods()) {
      if (!OVERRIDDEN_METHODS.contains(method.getName()) && method.getParameterCount() == 0) {
        assertThat(method.invoke(versioned))
            .as(method.getName())
            .usingRecursiveComparison()
            .isEqualTo(method.invoke(PLAIN));
      }
    }
    assertThat(family("postgres-jsonb@17")).isEqualTo(versioned.server().orElseThrow());
    StoreConfig unsupported =
        StoreConfig.defaults().withSettings(new StoreSettings(Map.of("shardkey", "a")));
    assertThat(versioned.unsupportedReason(unsupported))
        .isPresent()
        .isEqualTo(PLAIN.unsupportedReason(unsupported));
    assertThatThrownBy(() -> versioned.open(Optional.empty(), StoreConfig.defaults()))
        .isInstanceOf(NoSuchElementException.class);
  }

  /** Else what is done once for each store would leave one of the two out. */
  @Test
  void equalsOnlyItself() {
    List<StoreProvider> stores = StoreProviders.all(List.of("postgres-jsonb@17"));
    StoreProvider versioned = stores.get(stores.size() - 1);
    StoreProvider plain =
        stores.stream()
            .filter(store -> store.name().equals("postgres-jsonb"))
            .findFirst()
            .orElseThrow();
    assertThat(versioned.equals(versioned)).isTrue();
    assertThat(versioned.equals(plain)).isFalse();
    assertThat(plain.equals(versioned)).isFalse();
    assertThat(List.of(plain, versioned).stream().distinct()).hasSize(2);
    assertThat(List.of(versioned, plain).stream().distinct()).hasSize(2);
    assertThat(versioned).hasToString("postgres-jsonb@17");
  }

  @Test
  void findsLabelInLongerName() {
    assertThat(StoreProviders.all(List.of("jsonb@15_ind", "jsonb_ind", "mongodb@x y")))
        .extracting(StoreProvider::name)
        .contains("postgres-jsonb@15", "postgres-jsonb")
        .doesNotContain("mongodb@x y");
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgres-jsonb@", "postgres-jsonb@17:", "nothing@17", "noop@17"})
  void invalidVersionNamesNoStore(String name) {
    assertThat(StoreProviders.byName(name)).isEmpty();
  }

  @Test
  void settingsOfVersionReachServer() throws Exception {
    try (Servers servers = new Servers(Settings.of(Map.of(), new Properties()))) {
      ServerFamily family = family("postgres-jsonb@17:enable_hashjoin=off;work_mem=5MB");
      ServerAddress address = servers.start(family).address();
      try (Connection connection = DriverManager.getConnection(address.url());
          Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery(
                  "SELECT current_setting('work_mem'), current_setting('enable_hashjoin')")) {
        row.next();
        assertThat(row.getString(1)).isEqualTo("5MB");
        assertThat(row.getString(2)).isEqualTo("off");
      }
    }
  }

  @Test
  void rejectsServerOfAnotherVersion() {
    String address = TestServers.embedded(PLAIN).url();

    assertThat(serversAt("17", address).start(family("postgres-jsonb@17")).address().url())
        .isEqualTo(address);
    assertThat(serversAt("TUNED", address).start(family("postgres-jsonb@tuned")).address().url())
        .isEqualTo(address);
    assertThatThrownBy(() -> serversAt("18", address).start(family("postgres-jsonb@18")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll(
            "DOCDUEL_POSTGRES_URL_18", "the server's version is 17.", "not 18");
  }

  @Test
  void labelThatIsNotAVersionRequiresAddress() {
    ServerFamily family = family("postgres-jsonb@tuned");
    try (Servers servers = new Servers(Settings.of(Map.of(), new Properties()))) {
      assertThat(servers.find(family).source()).isEmpty();
      assertThat(servers.find(family).remedy()).contains("set DOCDUEL_POSTGRES_URL_TUNED");
    }
  }
}
