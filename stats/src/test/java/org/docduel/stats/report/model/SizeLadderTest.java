package org.docduel.stats.report.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeLadderTest {

  @ParameterizedTest
  @CsvSource({
    "1000,1000",
    "10B,10",
    "1KB,1000",
    "4kB,4000",
    "1KiB,1024",
    "2MB,2e6",
    "10x20B,200",
    "200x20B,4000",
    "10×1B,10",
    "1.5,1.5",
    "0,0"
  })
  void sizesAreRead(String value, double size) {
    assertThat(SizeLadder.size(value)).contains(size);
  }

  @Test
  void numbersBehindOneWordAreSizes() {
    Optional<SizeLadder> ladder =
        SizeLadder.of("documents", List.of("users-90", "users-1", "users-10"));

    assertThat(ladder)
        .hasValueSatisfying(sizes -> {
          assertThat(sizes.steps())
              .extracting(SizeLadder.Step::size)
              .containsExactly(1.0, 10.0, 90.0);
          assertThat(sizes.label("users-10")).isEqualTo("10");
        });
    assertThat(SizeLadder.of("documents", List.of("users-90", "pairs-10"))).isEmpty();
    assertThat(SizeLadder.of("documents", List.of("pairs-text", "pairs-bool"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "none", "S1", "1e3", "-5", "10 apples", "x20B", "1.2.3"})
  void whatIsNoSizeIsLeftAlone(String value) {
    assertThat(SizeLadder.size(value)).isEmpty();
  }
}
