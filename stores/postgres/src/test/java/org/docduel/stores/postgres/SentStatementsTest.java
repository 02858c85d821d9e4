package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.testkit.SentStatements;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the stores send to a server, statement by statement and round trip by round trip. */
class SentStatementsTest {
  @ParameterizedTest
  @MethodSource("org.docduel.stores.postgres.PostgresStoresTest#stores")
  void sendsWhatItSentBefore(String store) throws IOException {
    List<String> both =
        SentStatements.both(
            StoreProviders.named(store).orElseThrow(),
            Path.of("src/test/resources/sent", store + ".txt"));
    assertThat(both.get(1)).isEqualTo(both.get(0));
  }
}
