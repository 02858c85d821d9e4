package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.TimeLimitException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A question of a suite. */
final class MongoSuiteQueryTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{find: 'a', skip: 'b'}",
        "{find: 'a', skip: {$numberLong: '4294967296'}}",
        "{find: 'a', limit: 2147483648.0}",
        "{find: 'a', filter: []}",
        "{find: 1}",
        "{aggregate: 'a'}",
        "{aggregate: 'a', pipeline: [1]}"
      })
  void reportsMistypedCommandInOneLine(String command) {
    MongoServer server = new MongoServer(new MemoryBackend());
    try (Store store = TestStores.of(server.bindAndGetConnectionString())) {
      assertThatThrownBy(() -> store.session().query(command, Duration.ofSeconds(1), false).run())
          .isInstanceOf(StoreException.class)
          .hasMessageStartingWith("mongodb: ")
          .message()
          .hasLineCount(1);
    } finally {
      server.shutdownNow();
    }
  }

  /** SQL has a row with a 0 there. */
  @Test
  void emptyCountIsZero() {
    MongoServer server = new MongoServer(new MemoryBackend());
    try (MongoClient client =
        MongoDriver.client(
            new ServerAddress(server.bindAndGetConnectionString()), StoreConfig.defaults())) {
      MongoSuiteQuery query =
          new MongoSuiteQuery(
              client.getDatabase("test"),
              BsonDocument.parse(
                  "{aggregate: 'none', pipeline: [{$match: {a: 1}}, {$count: 'found'}]}"),
              Duration.ofSeconds(10));
      List<String> rows = new ArrayList<>();
      query.answer((names, values) -> rows.add(names + "=" + values));

      assertThat(rows).containsExactly("[found]=" + List.of(new IntegerValue(0)));
      assertThat(query.run()).isEqualTo(1);
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  @Tag("attack")
  @Tag("D2")
  void limitCoversReceivingAllRows() {
    MongoServer server = new MongoServer(new MemoryBackend());
    try (MongoClient client =
        MongoDriver.client(
            new ServerAddress(server.bindAndGetConnectionString()), StoreConfig.defaults())) {
      MongoDatabase database = client.getDatabase("test");
      List<BsonDocument> many = new ArrayList<>();
      for (int i = 0; i < 2_000; i++) {
        many.add(new BsonDocument("a", new BsonInt32(i)));
      }
      database.getCollection("many", BsonDocument.class).insertMany(many);
      MongoSuiteQuery query =
          new MongoSuiteQuery(
              database, BsonDocument.parse("{\"find\": \"many\"}"), Duration.ofNanos(1));
      assertThatThrownBy(query::run).isInstanceOf(TimeLimitException.class);
      assertThatThrownBy(() -> query.answer((names, values) -> {}))
          .isInstanceOf(TimeLimitException.class);
    } finally {
      server.shutdownNow();
    }
  }
}
