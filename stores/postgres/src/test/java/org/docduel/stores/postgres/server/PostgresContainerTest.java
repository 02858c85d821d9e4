package org.docduel.stores.postgres.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ContainerWay.ContainerRecipe;
import org.junit.jupiter.api.Test;

class PostgresContainerTest {
  private static final long EIGHT_GIB = 8L << 30;
  private static final Settings NONE = Settings.of(Map.of(), new Properties());

  @Test
  void runsWithFsyncAndTheEmbeddedServersSettings() {
    ContainerRecipe recipe = PostgresServer.official(NONE, "secret", EIGHT_GIB);

    assertThat(recipe.image()).isEqualTo("postgres:17");
    assertThat(recipe.command())
        .containsExactly(
            "postgres", "-c", "fsync=on", "-c", "shared_buffers=2048MB", "-c", "max_wal_size=4GB");
    assertThat(recipe.environment()).containsEntry("POSTGRES_PASSWORD", "secret");
    assertThat(recipe.addressAt("docker.example", 32768))
        .isEqualTo("jdbc:postgresql://docker.example:32768/postgres?user=postgres&password=secret");
  }

  @Test
  void takesOtherVersionsAndImages() {
    assertThat(PostgresServer.official(setting("postgres.version", "18"), "p", 0).image())
        .isEqualTo("postgres:18");
    assertThat(PostgresServer.official(setting("postgres.image", "my/pg:1"), "p", 0).image())
        .isEqualTo("my/pg:1");
  }

  private static Settings setting(String name, String value) {
    Properties properties = new Properties();
    properties.setProperty(Settings.property(name), value);
    return Settings.of(Map.of(), properties);
  }
}
