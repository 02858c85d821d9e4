package org.docduel.stores.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.bson.BsonDocument;
import org.docduel.core.config.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands as MongoDB's manual shows them. */
final class ShardingTest {
  /** Page "shardCollection". */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hashed | {shardCollection: 'docduel.c', key: {_id: 'hashed'}}",
        "ranged | {shardCollection: 'docduel.c', key: {_id: 1}}",
        "hashed:user_id | {shardCollection: 'docduel.c', key: {user_id: 'hashed'}}",
        "ranged:profile.score | {shardCollection: 'docduel.c', key: {'profile.score': 1}}"
      })
  void asksForAHashedOrARangedKey(String value, String command) {
    Sharding sharding = Sharding.parse(value);
    assertThat(sharding.isSharded()).isTrue();
    assertThat(sharding.command("docduel.c")).isEqualTo(BsonDocument.parse(command));
  }

  @Test
  void noneIsTheDefault() {
    assertThat(Sharding.parse("none").isSharded()).isFalse();
    assertThat(Sharding.PARAMETER.standard()).isEqualTo("none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "hash", "none:x", "hashed:", "hashed:$a", "ranged:.a"})
  void anythingElseIsRefused(String value) {
    assertThatThrownBy(() -> Sharding.parse(value))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("sharding");
  }
}
