package org.docduel.stores.mongodb.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoClientSettings;
import org.docduel.core.config.ServerAddress;
import org.junit.jupiter.api.Test;

class MongoConnectionsTest {
  @Test
  void theDriverTriesNothingAgainWhateverTheAddressSays() {
    MongoClientSettings settings =
        MongoConnections.settings(
            new ServerAddress("mongodb://localhost/?retryReads=true&retryWrites=true"), 1);

    assertThat(settings.getRetryReads()).isFalse();
    assertThat(settings.getRetryWrites()).isFalse();
  }
}
