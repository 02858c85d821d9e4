package org.docduel.core.model.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The documents in which one key is reached: users with friends, and pairs. */
final class KeyDocumentsTest {
  private static final UserDocuments USERS = new UserDocuments(50);

  @Test
  void userPrecedesFriendsInPublishedFieldOrder() {
    ObjectValue body = USERS.document(7).body();

    assertThat(body.names().asList()).containsExactly("user", "friends");
    ObjectValue user = (ObjectValue) body.field("user").orElseThrow();
    assertThat(user.names().asList())
        .containsExactly(
            "name",
            "lastname",
            "age",
            "country",
            "birth_year",
            "birth_month",
            "birth_day",
            "phones",
            "address",
            "registered",
            "new");
    assertThat(user.values())
        .extracting(value -> value.getClass().getSimpleName())
        .containsExactly(
            "StringValue",
            "StringValue",
            "IntegerValue",
            "StringValue",
            "IntegerValue",
            "IntegerValue",
            "IntegerValue",
            "ArrayValue",
            "StringValue",
            "BooleanValue",
            "BooleanValue");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 90, 1_000})
  void hasRequestedNumberOfFriends(int friends) {
    ObjectValue body = new UserDocuments(friends).document(3).body();

    List<Value> persons = ((ArrayValue) body.field("friends").orElseThrow()).elements();
    List<Value> allFriends =
        ((ArrayValue) new UserDocuments(1_000).document(3).body().field("friends").orElseThrow())
            .elements();
    assertThat(persons).isEqualTo(allFriends.subList(0, friends));
  }

  @Test
  void textsHaveTheirLengthsAndPhonesNeedMoreThan32Bits() {
    for (long index = 0; index < 200; index++) {
      ObjectValue body = USERS.document(index).body();
      assertThat(length(body, "user.name")).isEqualTo(8);
      assertThat(length(body, "friends[49].lastname")).isEqualTo(10);
      assertThat(length(body, "friends[0].country")).isEqualTo(10);
      assertThat(length(body, "user.address")).isEqualTo(30);
      assertThat(number(body, "user.phones[1]")).isBetween(10_000_000_000L, 99_999_999_999L);
      assertThat(number(body, "user.birth_month")).isBetween(1L, 12L);
    }
  }

  @Test
  void aboutHalfOfTheUsersAreRegistered() {
    long registered = 0;
    for (long index = 0; index < 1_000; index++) {
      registered +=
          value(USERS.document(index).body(), "friends[49].registered").equals(BooleanValue.TRUE)
              ? 1
              : 0;
    }
    // Four standard deviations.
    assertThat(registered).isBetween(437L, 563L);
  }

  @ParameterizedTest
  @EnumSource(PairDocuments.Kind.class)
  void pairsAreAThousandValuesOfOneKind(PairDocuments.Kind kind) {
    ObjectValue body = new PairDocuments(kind).document(5).body();

    assertThat(body.names().asList()).hasSize(1_000).startsWith("k000").endsWith("k999");
    assertThat(body.values()).hasOnlyElementsOfType(body.values().get(0).getClass());
    assertThat(body.values().stream().distinct().count())
        .isEqualTo(kind == PairDocuments.Kind.BOOL ? 2 : 1_000);
  }

  @Test
  void documentsAreReproducibleAndDistinct() {
    assertThat(USERS.document(4)).isEqualTo(new UserDocuments(50).document(4));
    assertThat(USERS.document(4).body()).isNotEqualTo(USERS.document(5).body());
    PairDocuments pairs = new PairDocuments(PairDocuments.Kind.INT32);
    assertThat(pairs.document(4)).isEqualTo(pairs.document(4));
  }

  @Test
  void rejectsTooManyFriends() {
    assertThatThrownBy(() -> new UserDocuments(1_001)).hasMessageContaining("1001 friends");
  }

  private static Value value(ObjectValue body, String path) {
    return Path.parse(path).in(body).orElseThrow();
  }

  private static int length(ObjectValue body, String path) {
    return ((StringValue) value(body, path)).value().length();
  }

  private static long number(ObjectValue body, String path) {
    return ((IntegerValue) value(body, path)).value();
  }
}
