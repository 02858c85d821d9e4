package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.docduel.stores.documentdb.DocumentDbServer;
import org.docduel.stores.mongodb.server.MongoLogin;
import org.docduel.stores.postgres.server.EmbeddedPostgres;
import org.docduel.stores.postgres.server.PostgresLogin;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GivenAddressTest {
  private static final GivenAddress POSTGRES = new GivenAddress("postgres", new PostgresLogin());
  private static final GivenAddress MONGODB = new GivenAddress("mongodb", new MongoLogin());
  // Discard: nothing listens there, and nothing may without being root.
  private static final String CLOSED_PORT = "127.0.0.1:9";

  private static RunningServer server;
  private static ServerAddress address;

  @BeforeAll
  static void start() {
    server = new EmbeddedPostgres().start(Settings.of(Map.of(), new Properties()));
    address = server.address();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void isUnavailableUntilItIsSet() {
    assertThat(POSTGRES.availability(postgres("  ")))
        .isEqualTo(new Availability.Unavailable("no address is given", "set DOCDUEL_POSTGRES_URL"));
    assertThat(POSTGRES.availability(postgres("anything"))).isEqualTo(new Availability.Available());
  }

  @Test
  void takesAnAddressThatWorksAndDoesNotStopItsServer() {
    try (RunningServer given = POSTGRES.start(postgres(address.url()))) {
      assertThat(given.address()).isEqualTo(address);
    }

    assertThat(POSTGRES.start(postgres(address.url())).address()).isEqualTo(address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "postgres:HIDE@localhost/db",
        "postgresql://joe:HIDE@localhost/db",
        "jdbc:postgresql://joe:HIDE@localhost:port/db",
        "jdbc:mysql://localhost/db?password=HIDE"
      })
  void refusesWhatIsNoJdbcAddressOfPostgres(String url) {
    assertThatThrownBy(() -> POSTGRES.start(postgres(url)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("DOCDUEL_POSTGRES_URL=")
        .hasMessageEndingWith(
            ": this is no JDBC address of a PostgreSQL; write it as"
                + " jdbc:postgresql://HOST:PORT/DATABASE?user=USER&password=PASSWORD")
        .hasMessageNotContaining("HIDE");
  }

  @Test
  void refusesAPostgresThatIsNotThereWithoutALongWait() {
    long start = System.nanoTime();

    assertThatThrownBy(() ->
            POSTGRES.start(
                postgres("jdbc:postgresql://" + CLOSED_PORT + "/x?user=u&password=HIDE")))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(
            "DOCDUEL_POSTGRES_URL=jdbc:postgresql://127.0.0.1:9/x?user=u&password=***: Connection")
        .hasMessageEndingWith("; start that server or correct the address")
        .hasMessageNotContaining("\n");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
  }

  @ParameterizedTest
  @ValueSource(strings = {"password=HIDE", "x=y"})
  void refusesAWrongOrMissingPasswordOfPostgres(String parameter) {
    String url = address.url().replaceAll("password=.*", parameter);

    assertThatThrownBy(() -> POSTGRES.start(postgres(url)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("DOCDUEL_POSTGRES_URL=jdbc:postgresql://127.0.0.1:")
        .hasMessageEndingWith("; correct its user and password")
        .hasMessageNotContaining("HIDE")
        .hasMessageNotContaining("\n");
  }

  @Test
  void refusesADatabaseThatIsNotThere() {
    String url = address.url().replace("/postgres?", "/nothing?");

    assertThatThrownBy(() -> POSTGRES.start(postgres(url)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("\"nothing\" does not exist")
        .hasMessageEndingWith("; correct its database");
  }

  @Test
  void namesThePropertyWhenItWasThatWhichGaveTheAddress() {
    Properties properties = new Properties();
    properties.setProperty("docduel.postgres.url", "nonsense");

    assertThatThrownBy(() -> POSTGRES.start(Settings.of(Map.of(), properties)))
        .hasMessageStartingWith("docduel.postgres.url=nonsense: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:27017",
        "joe:HIDE@localhost:27017",
        "mongodb://joe:HI/DE@localhost:27017",
        "mongodb://joe:HIDE@localhost:notaport/",
        "jdbc:postgresql://localhost/x?password=HIDE"
      })
  void refusesWhatIsNoMongoConnectionString(String url) {
    assertThatThrownBy(() -> MONGODB.start(mongodb(url)))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("DOCDUEL_MONGODB_URL=")
        .hasMessageContaining(": this is no MongoDB connection string; write it as mongodb://")
        .hasMessageNotContaining("HI");
  }

  @Test
  void refusesAMongoThatIsNotThereWithoutALongWait() {
    long start = System.nanoTime();

    assertThatThrownBy(() -> MONGODB.start(mongodb("mongodb://" + CLOSED_PORT + "/")))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "DOCDUEL_MONGODB_URL=mongodb://127.0.0.1:9/: no connection (ConnectException: Connection"
                + " refused); start that server or correct the address");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void takesAServerThatSpeaksMongosProtocol() {
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
  void refusesAPasswordThatARealMongoServerRefuses() {
    String url = Settings.ofProcess().get("mongodb.url").orElse("");
    assumeThat(url).as("DOCDUEL_MONGODB_URL is set and has no user").startsWith("mongodb://");
    assumeThat(url).doesNotContain("@");
    String wrong = url.replace("mongodb://", "mongodb://nobody:HIDE@");

    assertThat(MONGODB.start(mongodb(url)).address().url()).isEqualTo(url);
    assertThatThrownBy(() -> MONGODB.start(mongodb(wrong)))
        .isInstanceOf(BadInputException.class)
        .hasMessageEndingWith("; correct its user and password")
        .hasMessageNotContaining("HIDE");
  }

  @Test
  void takesARealDocumentDb() {
    String url = Settings.ofProcess().get("documentdb.url").orElse("");
    assumeThat(url).as("DOCDUEL_DOCUMENTDB_URL is set").isNotEmpty();

    Settings settings = Settings.of(Map.of("DOCDUEL_DOCUMENTDB_URL", url), new Properties());
    ServerSearch search = ServerSearch.of(DocumentDbServer.FAMILY, settings);

    assertThat(search.way()).get().extracting(ServerWay::name).isEqualTo("given");
    assertThat(search.way().orElseThrow().start(settings).address().url()).isEqualTo(url);
  }

  private static Settings postgres(String url) {
    return Settings.of(Map.of("DOCDUEL_POSTGRES_URL", url), new Properties());
  }

  private static Settings mongodb(String url) {
    return Settings.of(Map.of("DOCDUEL_MONGODB_URL", url), new Properties());
  }
}
