package org.docduel.core.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts as UTF-8, wherever in them the character stands that matters. */
class WireBufferTest {
  private static final int LONGEST = 40;

  @ParameterizedTest
  @ValueSource(
      strings = {"?", "\0", ">", "@", "\u007f", "\u00bf", "\u013f", "\u3f3f", "\ud83d\ude00"})
  void writesTextUnchanged(String character) {
    for (int length = 0; length < LONGEST; length++) {
      for (int place = 0; place <= length; place++) {
        String text = "a".repeat(place) + character + "z".repeat(length - place);
        WireBuffer buffer = new WireBuffer();

        assertThat(buffer.putText(text)).as(text).isTrue();

        assertThat(Arrays.copyOf(buffer.array(), buffer.size()))
            .isEqualTo(text.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\ud83d",
        "\ude00",
        "\ude00\ud83d",
        "?\ud83d",
        "\u00e9\ude00",
        "\ud83d\ud83d\ude00"
      })
  void unpairedSurrogateWritesNothing(String characters) {
    for (int length = 0; length < LONGEST; length++) {
      for (int place = 0; place <= length; place++) {
        String text = "a".repeat(place) + characters + "z".repeat(length - place);
        WireBuffer buffer = new WireBuffer();

        assertThat(buffer.putText(text)).as(text).isFalse();

        assertThat(buffer.size()).isZero();
      }
    }
  }
}
