package org.docduel.stats.report.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleTest {

  @Test
  void linearEndsAreRoundNumbersAroundTheData() {
    LinearScale scale = LinearScale.around(-0.473, 0.886, 100, 500, 8);

    assertThat(scale.low()).isCloseTo(-0.6, within(1e-12));
    assertThat(scale.high()).isCloseTo(1.0, within(1e-12));
    assertThat(scale.ticks()).containsExactly(-0.6, -0.4, -0.2, 0.0, 0.2, 0.4, 0.6, 0.8, 1.0);
  }

  @ParameterizedTest
  @CsvSource({"0,0", "5,5", "-3,-3", "1e-15,1e-15", "0,1e100", "1e99,1.0000001e99"})
  void linearScaleOfAnyDataHasTicksAndFinitePlaces(double low, double high) {
    LinearScale scale = LinearScale.around(low, high, 0, 100, 4);

    assertThat(scale.high()).isGreaterThan(scale.low());
    assertThat(scale.at(low)).isBetween(0.0, 100.0);
    assertThat(scale.at(high)).isBetween(scale.at(low), 100.0);
    assertThat(scale.ticks()).isNotEmpty().hasSizeLessThan(12).allMatch(Double::isFinite);
  }

  @Test
  void placesOutsideTheDomainAreItsEnds() {
    assertThat(new LinearScale(0, 1, 10, 20, 1).at(7)).isEqualTo(20);
    assertThat(new LogScale(1, 10, 10, 20).at(0.001)).isEqualTo(10);
  }

  @Test
  void equalRatiosAreEqualLengthsOnALogScale() {
    LogScale scale = new LogScale(1, 1000, 0, 300);

    assertThat(scale.at(10)).isCloseTo(100, within(1e-9));
    assertThat(scale.at(100)).isCloseTo(200, within(1e-9));
    assertThat(scale.ticks()).containsExactly(1.0, 10.0, 100.0, 1000.0);
  }

  @ParameterizedTest
  @CsvSource({"0.9,1.1", "1,1", "1,3", "2,45", "0.003,700000", "1e-9,1e9"})
  void logScaleNamesSomeButNotManyValues(double low, double high) {
    assertThat(LogScale.around(low, high, 0, 100).ticks()).hasSizeBetween(2, 8);
  }

  @ParameterizedTest
  @CsvSource({"0,1", "-1,1", "1,1", "2,1", "NaN,1"})
  void logScaleRefusesWhatItCannotShow(double low, double high) {
    assertThatThrownBy(() -> new LogScale(low, high, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
