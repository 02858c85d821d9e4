package org.docduel.stats.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.2441|24.4 %",
        "-0.817|-81.7 %",
        "-1|2.00x slower",
        "-20.549|21.5x slower",
        "-2018|2,019x slower",
        "-297985560|over 1,000,000x slower",
        "-Infinity|-",
        "NaN|-"
      })
  void reductionsArePercentagesDownToTwiceAsSlow(double fraction, String shown) {
    assertThat(Numbers.reduction(fraction)).isEqualTo(shown);
  }
}
