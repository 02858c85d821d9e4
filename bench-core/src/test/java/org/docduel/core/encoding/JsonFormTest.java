package org.docduel.core.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Random;
import java.util.stream.LongStream;
import org.docduel.core.model.Value.TimestampValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFormTest {
  static LongStream instants() {
    return new Random(42).longs(200, -70_000_000_000_000L, 260_000_000_000_000L);
  }

  @ParameterizedTest
  @MethodSource("instants")
  void writesTimestampsAsTheJdkDoes(long milliseconds) {
    assertWritten(Instant.ofEpochMilli(milliseconds));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1970-01-01T00:00:00Z",
        "1969-12-31T23:59:59.999Z",
        "2024-02-29T23:59:59.001Z",
        "0000-01-01T00:00:00Z",
        "-0001-12-31T23:59:59.999Z",
        "9999-12-31T23:59:59.999Z",
        "+10000-01-01T00:00:00Z"
      })
  void writesTimestampsAtTheLimits(String instant) {
    assertWritten(Instant.parse(instant));
  }

  private static void assertWritten(Instant instant) {
    String expected = new DateTimeFormatterBuilder().appendInstant(3).toFormatter().format(instant);
    assertThat(JsonForm.text(new TimestampValue(instant))).isEqualTo(expected);
  }
}
