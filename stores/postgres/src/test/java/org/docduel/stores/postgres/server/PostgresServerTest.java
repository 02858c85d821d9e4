package org.docduel.stores.postgres.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.Servers;
import org.docduel.core.server.Tuning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresServerTest {
  private static final long MIB = 1L << 20;

  @ParameterizedTest
  @CsvSource({"0,128", "256,128", "1024,256", "8192,2048", "16384,4096", "262144,4096"})
  void buffersGetQuarterOfMemoryWithinLimits(long memory, long buffers) {
    assertThat(PostgresServer.sharedBuffers(memory * MIB)).isEqualTo(buffers * MIB);
  }

  @Test
  void setsRecommendedMemoryAndWalUnlessDefaultsAreRequested() {
    Settings none = Settings.of(Map.of(), new Properties());
    Settings defaults = none.with("--tuning", Map.of(Tuning.SETTING, "defaults"));

    assertThat(PostgresServer.settingsOfContainer(none, 8192 * MIB))
        .containsEntry("shared_buffers", "2048MB")
        .containsEntry("max_wal_size", "4GB")
        .containsEntry("maintenance_work_mem", 1024 / PostgresServer.maxBuilders() + "MB");
    assertThat(PostgresServer.settingsOfContainer(defaults, 8192 * MIB))
        .as("durability is the same in both")
        .containsExactly(Map.entry("fsync", "on"));
  }

  @Test
  void splitsLimitedMemoryAsManualRecommendsOfTheLimit() {
    Settings limited =
        Settings.of(Map.of(), new Properties()).with("--memory", Map.of("memory", "256MB"));

    Map<String, String> values = PostgresServer.settings(limited);
    assertThat(values)
        .containsEntry("shared_buffers", "64MB")
        .containsEntry("maintenance_work_mem", 32 / PostgresServer.maxBuilders() + "MB");
    assertThat(PostgresServer.split(values)).isEqualTo("shared_buffers 64MB");
  }

  @Test
  void quotesValues() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("cluster_name", "it's");
    values.put("unix_socket_directories", "");

    assertThat(PostgresServer.file(values))
        .isEqualTo("\ncluster_name = 'it''s'\nunix_socket_directories = ''\n");
  }

  @ParameterizedTest
  @CsvSource({"8,", "80,", "81,101", "256,276", "2000,2020"})
  void raisesConnectionsAboveDefaultWhenNeeded(String needed, String set) {
    assertThat(PostgresServer.settings(connections(needed)).get("max_connections")).isEqualTo(set);
  }

  @Test
  void missingDriverDoesNotShowPassword() {
    ServerAddress address = new ServerAddress("jdbc:nothing://localhost/?user=u&password=s3cret");

    assertThatThrownBy(() -> PostgresWorkspace.ready(address))
        .isInstanceOf(ServerException.class)
        .hasMessageContaining("jdbc:nothing://localhost/")
        .hasMessageNotContaining("s3cret");
  }

  private static Settings connections(String needed) {
    return Settings.of(Map.of(Settings.variable(Servers.CONNECTIONS), needed), new Properties());
  }
}
