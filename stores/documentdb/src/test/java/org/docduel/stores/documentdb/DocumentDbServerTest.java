package org.docduel.stores.documentdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.Map;
import java.util.Properties;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ContainerRecipe;
import org.docduel.core.server.ContainerRecipe.Place;
import org.docduel.core.server.ServerSource;
import org.docduel.core.server.ServerSource.SourceSelection;
import org.junit.jupiter.api.Test;

class DocumentDbServerTest {
  @Test
  void acceptsRealDocumentDb() {
    String url = Settings.ofProcess().get("documentdb.url").orElse("");
    assumeThat(url).as("DOCDUEL_DOCUMENTDB_URL is set").isNotEmpty();

    Settings settings = Settings.of(Map.of("DOCDUEL_DOCUMENTDB_URL", url), new Properties());
    SourceSelection search =
        SourceSelection.of(new DocumentDbProvider().server().orElseThrow(), settings);

    assertThat(search.source()).get().extracting(ServerSource::name).isEqualTo("given");
    assertThat(search.source().orElseThrow().start(settings).address().url()).isEqualTo(url);
  }

  @Test
  void runsInContainerWithPostgresPort() {
    Settings none = Settings.of(Map.of(), new Properties());
    ContainerRecipe recipe = DocumentDbProvider.container(none, new Place(0, "secret", 8L << 30));

    assertThat(recipe.image()).startsWith("ghcr.io/ferretdb/postgres-documentdb:17-");
    assertThat(recipe.port()).isEqualTo(5432);
    assertThat(recipe.addressAt("localhost", 32770))
        .isEqualTo("jdbc:postgresql://localhost:32770/postgres?user=postgres&password=secret");
  }
}
