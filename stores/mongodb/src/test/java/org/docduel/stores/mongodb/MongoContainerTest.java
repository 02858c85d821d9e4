package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Properties;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ContainerRecipe;
import org.docduel.core.server.ContainerRecipe.Place;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MongoContainerTest {
  @Test
  void runsStandaloneWithJournal() {
    ContainerRecipe recipe =
        MongoProvider.container(Settings.of(Map.of(), new Properties()), new Place(0, "secret", 0));

    assertThat(recipe.image()).isEqualTo("mongo:8.0");
    assertThat(recipe.command()).isEmpty();
    assertThat(recipe.addressAt("localhost", 32769))
        .isEqualTo(
            "mongodb://docduel:secret@localhost:32769/?directConnection=true&authSource=admin");
  }

  @Test
  void listensOnlyOnLoopbackOfHostNetwork() {
    Settings settings = Settings.of(Map.of("DOCDUEL_MONGODB_VERSION", "7"), new Properties());
    ContainerRecipe recipe = MongoProvider.container(settings, new Place(40001, "secret", 0));

    assertThat(recipe.image()).isEqualTo("mongo:7");
    assertThat(recipe.environment()).as("no set-up on port 27017").isEmpty();
    assertThat(recipe.command())
        .containsExactly("mongod", "--port", "40001", "--bind_ip", "127.0.0.1");
    assertThat(recipe.addressAt("127.0.0.1", recipe.port()))
        .isEqualTo("mongodb://127.0.0.1:40001/?directConnection=true");
  }

  /** Half of the memory less 1 GB, and no less than 256 MB, as mongod's manual says. */
  @ParameterizedTest
  @CsvSource({"1g,0.25", "1536m,0.25", "4g,1.5"})
  void limitsCacheWithMemory(String memory, String gigabytes) {
    Settings settings = Settings.of(Map.of("DOCDUEL_MEMORY", memory), new Properties());

    assertThat(MongoProvider.container(settings, new Place(0, "p", 0)).command())
        .containsExactly("--wiredTigerCacheSizeGB", gigabytes);
  }

  @Test
  void rejectsMemoryInWhichMongodDoesNotStart() {
    Settings settings = Settings.of(Map.of("DOCDUEL_MEMORY", "512m"), new Properties());

    assertThatThrownBy(() -> DownloadedMongod.cacheOptions(settings))
        .hasMessage("DOCDUEL_MEMORY 512m: mongod needs 1 GB or more");
  }

  @Test
  void acceptsAnotherImage() {
    Settings settings = Settings.of(Map.of("DOCDUEL_MONGODB_IMAGE", "mongo:7.0"), new Properties());

    assertThat(MongoProvider.container(settings, new Place(0, "p", 0)).image())
        .isEqualTo("mongo:7.0");
  }
}
