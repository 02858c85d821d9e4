package org.docduel.stores.postgres.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ContainerRecipe;
import org.docduel.core.server.ContainerRecipe.Place;
import org.junit.jupiter.api.Test;

class PostgresContainerTest {
  private static final long EIGHT_GIB = 8L << 30;
  private static final Settings NONE = Settings.of(Map.of(), new Properties());

  @Test
  void runsWithFsyncAndTheEmbeddedServersSettings() {
    ContainerRecipe recipe = PostgresServer.official(NONE, new Place(0, "secret", EIGHT_GIB));

    assertThat(recipe.image()).isEqualTo("postgres:17");
    assertThat(recipe.command())
        .containsExactly(
            "postgres",
            "-c",
            "fsync=on",
            "-c",
            "shared_buffers=2048MB",
            "-c",
            "max_wal_size=4GB",
            "-c",
            "maintenance_work_mem=" + 1024 / PostgresServer.maxBuilders() + "MB");
    assertThat(recipe.environment())
        .containsEntry("POSTGRES_PASSWORD", "secret")
        .containsEntry(
            "POSTGRES_INITDB_ARGS",
            "--encoding=UTF8 --locale=C --data-checksums --locale-provider=builtin"
                + " --builtin-locale=C.UTF-8 --set=scram_iterations=1");
    assertThat(recipe.addressAt("docker.example", 32768))
        .isEqualTo("jdbc:postgresql://docker.example:32768/postgres?user=postgres&password=secret");
  }

  @Test
  void listensOnlyOnLoopbackOfHostNetwork() {
    ContainerRecipe recipe = PostgresServer.official(NONE, new Place(40001, "p", EIGHT_GIB));

    assertThat(recipe.command()).contains("listen_addresses=127.0.0.1", "port=40001");
    assertThat(recipe.port()).isEqualTo(40001);
  }

  /** Options of initdb that a version does not know would keep its image from starting. */
  @Test
  void givesOldAndUnknownVersionsOnlySupportedOptions() {
    for (String image : new String[] {"my/pg", "localhost:5000/pg", "postgres:15-bookworm"}) {
      assertThat(
              PostgresServer.official(setting("postgres.image", image), new Place(0, "p", 0))
                  .environment())
          .containsEntry("POSTGRES_INITDB_ARGS", "--encoding=UTF8 --locale=C --data-checksums");
    }
  }

  @Test
  void acceptsOtherVersionsAndImages() {
    assertThat(
            PostgresServer.official(setting("postgres.version", "18"), new Place(0, "p", 0))
                .image())
        .isEqualTo("postgres:18");
    assertThat(
            PostgresServer.official(setting("postgres.image", "my/pg:1"), new Place(0, "p", 0))
                .image())
        .isEqualTo("my/pg:1");
  }

  private static Settings setting(String name, String value) {
    Properties properties = new Properties();
    properties.setProperty(Settings.property(name), value);
    return Settings.of(Map.of(), properties);
  }
}
