package org.docduel.stats.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MagnitudeTest {

  @ParameterizedTest
  @CsvSource({
    "1000, 1000",
    "1e6, 1000000",
    "1.5E-1, 0.15",
    "10B, 10",
    "4KB, 4000",
    "4 kb, 4000",
    "2K, 2000",
    "2G, 2e9",
    "1TB, 1e12",
    "1KiB, 1024",
    "1kib, 1024",
    "1GiB, 1073741824",
    "200x20B, 4000",
    "200\u00d720B, 4000",
    "users-90, 90"
  })
  void readsEveryFormOfANumber(String value, double number) {
    assertThat(Magnitude.of(value)).hasValue(number);
    assertThat(Magnitude.of("n", value)).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "S1", "10 bytes", "1.2.3", "1Ki", "1IB", "10x", "-5", "a-b-1"})
  void rejectsInvalidNumbers(String value) {
    assertThat(Magnitude.of(value)).isEmpty();
    assertThatThrownBy(() -> Magnitude.of("n", value))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("'" + value + "'");
  }
}
