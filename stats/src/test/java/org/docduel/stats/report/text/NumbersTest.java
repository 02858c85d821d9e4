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
        "-2018|-201800.0 %",
        "-297985.56|< -1000000 %",
        "-Infinity|-inf",
        "NaN|-"
      })
  void fractionsArePercentagesDownToWhereTheyTellAnything(double fraction, String shown) {
    assertThat(Numbers.percent(fraction)).isEqualTo(shown);
  }
}
