package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Properties;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ContainerWay.ContainerRecipe;
import org.junit.jupiter.api.Test;

class MongoContainerTest {
  @Test
  void runsAloneWithItsJournal() {
    ContainerRecipe recipe =
        MongoProvider.container(Settings.of(Map.of(), new Properties()), "secret");

    assertThat(recipe.image()).isEqualTo("mongo:8.0");
    assertThat(recipe.command()).isEmpty();
    assertThat(recipe.addressAt("localhost", 32769))
        .isEqualTo(
            "mongodb://docduel:secret@localhost:32769/?directConnection=true&authSource=admin");
  }

  @Test
  void takesAnotherImage() {
    Settings settings = Settings.of(Map.of("DOCDUEL_MONGODB_IMAGE", "mongo:7.0"), new Properties());

    assertThat(MongoProvider.container(settings, "p").image()).isEqualTo("mongo:7.0");
  }
}
