package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bson.BsonDocument;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values in commands are values, whatever they look like. */
class MongoParametersTest {
  private static final Value FIELD = new StringValue("$secret");

  private static BsonDocument bound(String command, Value... tuple) {
    return MongoParameters.bind(BsonDocument.parse(command), List.of(tuple));
  }

  @ParameterizedTest
  @Tag("attack")
  @Tag("D10")
  @CsvSource(
      delimiter = '|',
      value = {
        "{find: 'a', filter: {x: P}} | {find: 'a', filter: {x: '$secret'}}",
        "{find: 'a', filter: {$or: [{x: {$in: [P, 1]}}]}} | {find: 'a', filter: {$or: [{x: {$in: ['$secret', 1]}}]}}",
        "{find: 'a', filter: {$expr: {$eq: ['$x', P]}}} | {find: 'a', filter: {$expr: {$eq: ['$x', {$literal: '$secret'}]}}}",
        "{find: 'a', projection: {x: P}} | {find: 'a', projection: {x: {$literal: '$secret'}}}",
        "{aggregate: 'a', pipeline: [{$match: {x: P}}]} | {aggregate: 'a', pipeline: [{$match: {x: '$secret'}}]}",
        "{aggregate: 'a', pipeline: [{$project: {filter: P, query: P}}]} | {aggregate: 'a', pipeline: [{$project: {filter: {$literal: '$secret'}, query: {$literal: '$secret'}}}]}",
        "{aggregate: 'a', pipeline: [{$addFields: {x: {$literal: P}}}]} | {aggregate: 'a', pipeline: [{$addFields: {x: {$literal: '$secret'}}}]}",
        "{aggregate: 'a', pipeline: [{$lookup: {let: {v: P}, pipeline: [{$match: {x: P}}]}}]} | {aggregate: 'a', pipeline: [{$lookup: {let: {v: {$literal: '$secret'}}, pipeline: [{$match: {x: '$secret'}}]}}]}",
      })
  void textThatNamesFieldStaysText(String command, String expected) {
    assertThat(bound(command.replace("P", "{$parameter: 1}"), FIELD))
        .isEqualTo(BsonDocument.parse(expected));
  }

  @Test
  void valuesKeepTheirTypes() {
    assertThat(
            bound(
                "{find: 'a', filter: {a: {$parameter: 1}, b: {$parameter: 2}, c: {$parameter: 3},"
                    + " d: {$parameter: 4}, e: {$parameter: 5}, f: {$parameter: 6}}, limit: {$parameter: 1}}",
                new IntegerValue(7),
                new DoubleValue(0.5),
                new DecimalValue(new BigDecimal("1.50")),
                BooleanValue.TRUE,
                new TimestampValue(Instant.parse("2026-01-02T03:04:05Z")),
                NullValue.NULL))
        .isEqualTo(
            BsonDocument.parse(
                "{find: 'a', filter: {a: 7, b: 0.5, c: {$numberDecimal: '1.50'}, d: true,"
                    + " e: {$date: '2026-01-02T03:04:05Z'}, f: null}, limit: 7}"));
  }

  @Test
  void sameQueryIsAskedWithOtherTuples() {
    MongoServer server = new MongoServer(new MemoryBackend());
    try (MongoClient client =
        MongoDriver.client(
            new ServerAddress(server.bindAndGetConnectionString()), StoreConfig.defaults())) {
      MongoDatabase database = client.getDatabase("test");
      database
          .getCollection("many", BsonDocument.class)
          .insertMany(
              List.of(
                  BsonDocument.parse("{x: 1}"),
                  BsonDocument.parse("{x: 1}"),
                  BsonDocument.parse("{x: '$x'}")));
      MongoSuiteQuery query =
          new MongoSuiteQuery(
              database,
              BsonDocument.parse(
                  "{find: 'many', parameters: 'q.csv', filter: {x: {$parameter: 1}}}"),
              Duration.ofSeconds(10));
      query.bind(List.of(new IntegerValue(1)));
      assertThat(query.run()).isEqualTo(2);
      query.bind(List.of(new StringValue("$x")));
      assertThat(query.run()).isEqualTo(1);
      query.bind(List.of(new IntegerValue(9)));
      assertThat(query.run()).isZero();
    } finally {
      server.shutdownNow();
    }
  }
}
