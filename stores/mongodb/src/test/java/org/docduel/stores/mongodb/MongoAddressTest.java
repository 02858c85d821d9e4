package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.Map;
import java.util.Properties;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ExternalServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("attack")
@Tag("C3")
class MongoAddressTest {
  private static final ExternalServer MONGODB = new ExternalServer("mongodb", new MongoWorkspace());
  // Discard: nothing listens there, and nothing may without being root.
  private static final String CLOSED_PORT = "127.0.0.1:9";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:27017",
        "joe:HIDE@localhost:27017",
        "mongodb://joe:HI/DE@localhost:27017",
        "mongodb://joe:HIDE@localhost:notaport/",
        "jdbc:postgresql://localhost/x?password=HIDE"
      })
  void rejectsInvalidConnectionString(String url) {
    assertThatThrownBy(() -> MONGODB.start(mongodb(url)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("DOCDUEL_MONGODB_URL=")
        .hasMessageContaining(": this is not a MongoDB connection string; write it as mongodb://")
        .hasMessageNotContaining("HI");
  }

  @Test
  @Timeout(60)
  void rejectsUnreachableServer() {
    assertThatThrownBy(() -> MONGODB.start(mongodb("mongodb://" + CLOSED_PORT + "/")))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "DOCDUEL_MONGODB_URL=mongodb://127.0.0.1:9/: no connection (ConnectException: Connection"
                + " refused); start that server, or correct the address, its user and its password");
  }

  @Test
  @Timeout(60)
  void reportsUnknownHost() {
    assertThatThrownBy(() -> MONGODB.start(mongodb("mongodb://u:HIDE@no-such-host.invalid/")))
        .isInstanceOf(BadInputException.class)
        .hasMessageEndingWith(": there is no host no-such-host.invalid; correct its host")
        .hasMessageNotContaining("HIDE");
  }

  @Test
  void acceptsServerWithMongoProtocol() {
    de.bwaldvogel.mongo.MongoServer mongo =
        new de.bwaldvogel.mongo.MongoServer(new MemoryBackend());
    try {
      String url = mongo.bindAndGetConnectionString();

      assertThat(MONGODB.start(mongodb(url)).address()).isEqualTo(new ServerAddress(url));
    } finally {
      mongo.shutdownNow();
    }
  }

  @Test
  void rejectsWrongPassword() {
    String url = Settings.ofProcess().get("mongodb.url").orElse("");
    assumeThat(url).as("DOCDUEL_MONGODB_URL is set and has no user").startsWith("mongodb://");
    assumeThat(url).doesNotContain("@");
    String wrongUrl = url.replace("mongodb://", "mongodb://nobody:HIDE@");

    assertThat(MONGODB.start(mongodb(url)).address().url()).isEqualTo(url);
    assertThatThrownBy(() -> MONGODB.start(mongodb(wrongUrl)))
        .isInstanceOf(BadInputException.class)
        .hasMessageEndingWith(
            "; start that server, or correct the address, its user and its password")
        .hasMessageNotContaining("HIDE");
  }

  private static Settings mongodb(String url) {
    return Settings.of(Map.of("DOCDUEL_MONGODB_URL", url), new Properties());
  }
}
