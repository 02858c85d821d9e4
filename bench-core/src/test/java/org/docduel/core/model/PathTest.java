package org.docduel.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.docduel.core.config.BadInputException;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathTest {
  private static final ObjectValue DOCUMENT =
      ObjectValue.of(
          Map.of(
              "profile",
              ObjectValue.of(Map.of("score", new IntegerValue(7))),
              "friends",
              ArrayValue.of(
                  ObjectValue.of(Map.of("registered", BooleanValue.TRUE)), NullValue.NULL)));

  @Test
  void readsNamesAndPositions() {
    assertThat(Path.parse("friends[49].registered").steps())
        .isEqualTo(
            List.of(new Path.Field("friends"), new Path.Element(49), new Path.Field("registered")));
    assertThat(Path.parse("friends[49].registered").dotted()).isEqualTo("friends.49.registered");
    assertThat(Path.parse("a[0][1]").toString()).isEqualTo("a[0][1]");
    assertThat(Path.parse("profile.score")).isEqualTo(Path.of("profile", "score"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "a.",
        ".a",
        "a..b",
        "[0]",
        "a[",
        "a[]",
        "a[-1]",
        "a[x]",
        "a]",
        "a[1]b",
        "a.[1]",
        "a[9999999999]"
      })
  void rejectsInvalidPathInOneLine(String text) {
    assertThatThrownBy(() -> Path.parse(text))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith("path '" + text + "'")
        .message()
        .doesNotContain("\n");
  }

  @Test
  void findsValue() {
    assertThat(Path.parse("profile.score").in(DOCUMENT)).contains(new IntegerValue(7));
    assertThat(Path.parse("friends[0].registered").in(DOCUMENT)).contains(BooleanValue.TRUE);
    assertThat(Path.parse("friends[1]").in(DOCUMENT)).contains(NullValue.NULL);
  }

  @ParameterizedTest
  @CsvSource({
    "profile.missing",
    "profile.score.below",
    "profile[0]",
    "friends[2]",
    "friends.registered",
    "friends[1].registered",
    "missing"
  })
  void findsNothing(String text) {
    assertThat(Path.parse(text).in(DOCUMENT)).isEmpty();
  }

  @Test
  void hasNamesOnlyThroughObjects() {
    assertThat(Path.parse("profile.score").names()).contains(List.of("profile", "score"));
    assertThat(Path.parse("friends[0]").names()).isEmpty();
  }
}
