package org.docduel.stores.postgres.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.docduel.core.server.ContainerRecipe;
import java.util.Map;
import java.util.Properties;
import org.docduel.core.config.Settings;
import org.junit.jupiter.api.Test;
import org.testcontainers.utility.DockerImageName;

class ContainerRecipesTest {
  private static final long EIGHT_GIB = 8L << 30;
  private static final Settings NONE = Settings.of(Map.of(), new Properties());

  @Test
  void runPostgresWithFsyncAndTheEmbeddedServersSettings() {
    ContainerRecipe recipe = ContainerRecipes.postgres(NONE, "secret", EIGHT_GIB);

    assertThat(recipe.image()).isEqualTo("postgres:17");
    assertThat(recipe.command())
        .containsExactly(
            "postgres", "-c", "fsync=on", "-c", "shared_buffers=2048MB", "-c", "max_wal_size=4GB");
    assertThat(recipe.environment()).containsEntry("POSTGRES_PASSWORD", "secret");
    assertThat(recipe.addressAt("docker.example", 32768))
        .isEqualTo("jdbc:postgresql://docker.example:32768/postgres?user=postgres&password=secret");
  }

  @Test
  void runMongoAloneWithItsJournal() {
    ContainerRecipe recipe = ContainerRecipes.mongoDb(NONE, "secret");

    assertThat(recipe.image()).isEqualTo("mongo:8.0");
    assertThat(recipe.command()).isEmpty();
    assertThat(recipe.addressAt("localhost", 32769))
        .isEqualTo(
            "mongodb://docduel:secret@localhost:32769/?directConnection=true&authSource=admin");
  }

  @Test
  void runDocumentDbWithThePortOfItsPostgres() {
    ContainerRecipe recipe = ContainerRecipes.documentDb(NONE, "secret", EIGHT_GIB);

    assertThat(recipe.image()).startsWith("ghcr.io/ferretdb/postgres-documentdb:17-");
    assertThat(recipe.port()).isEqualTo(5432);
    assertThat(recipe.addressAt("localhost", 32770))
        .isEqualTo("jdbc:postgresql://localhost:32770/postgres?user=postgres&password=secret");
  }

  @Test
  void takeOtherVersionsAndImages() {
    assertThat(ContainerRecipes.postgres(setting("postgres.version", "18"), "p", 0).image())
        .isEqualTo("postgres:18");
    assertThat(ContainerRecipes.postgres(setting("postgres.image", "my/pg:1"), "p", 0).image())
        .isEqualTo("my/pg:1");
    assertThat(ContainerRecipes.mongoDb(setting("mongodb.image", "mongo:7.0"), "p").image())
        .isEqualTo("mongo:7.0");
    assertThat(ContainerRecipes.documentDb(setting("documentdb.image", "d:1"), "p", 0).image())
        .isEqualTo("d:1");
  }

  @Test
  void nameImagesThatDockerUnderstands() {
    DockerImageName.parse(ContainerRecipes.postgres(NONE, "p", 0).image()).assertValid();
    DockerImageName.parse(ContainerRecipes.mongoDb(NONE, "p").image()).assertValid();
    DockerImageName.parse(ContainerRecipes.documentDb(NONE, "p", 0).image()).assertValid();
  }

  private static Settings setting(String name, String value) {
    Properties properties = new Properties();
    properties.setProperty(Settings.property(name), value);
    return Settings.of(Map.of(), properties);
  }
}
