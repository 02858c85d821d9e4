package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.bson.BsonDocument;
import org.docduel.core.config.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys as MongoDB's manual shows them. */
final class ShardingTest {
  /** Page "shardCollection". */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hashed | {_id: 'hashed'}",
        "ranged | {_id: 1}",
        "hashed:user_id | {user_id: 'hashed'}",
        "ranged:profile.score | {'profile.score': 1}"
      })
  void requestsHashedOrRangedKey(String value, String key) {
    assertThat(parsed(value)).isEqualTo(BsonDocument.parse(key));
  }

  @Test
  void noneIsTheDefault() {
    assertThat(parsed("none")).isEmpty();
    assertThat(MongoProvider.SHARD_KEY.standard()).isEqualTo("none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "hash", "none:x", "hashed:", "hashed:$a", "ranged:.a"})
  void rejectsInvalidSharding(String value) {
    assertThatThrownBy(() -> parsed(value))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("sharding");
  }

  private static BsonDocument parsed(String value) {
    return MongoProvider.SHARD_KEY.parameter().parse(value);
  }
}
