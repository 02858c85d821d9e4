package org.docduel.stores.mongodb.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoClientSettings;
import org.docduel.core.config.ServerAddress;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
  @Test
  void theDriverTriesNothingAgainWhateverTheAddressSays() {
    MongoClientSettings settings =
        Connections.settings(
            new ServerAddress("mongodb://localhost/?retryReads=true&retryWrites=true"), 1);

    assertThat(settings.getRetryReads()).isFalse();
    assertThat(settings.getRetryWrites()).isFalse();
  }
}
