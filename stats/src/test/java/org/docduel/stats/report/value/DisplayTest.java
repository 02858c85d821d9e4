package org.docduel.stats.report.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.docduel.stats.Quantity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisplayTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.2441|24.4 %",
        "-0.4759|−47.6 %",
        "-0.0001|0.0 %",
        "-12.5|−1,250 %",
        "-2018|−201,800 %",
        "-297985.56|< −1,000,000 %",
        "1|100.0 %",
        "Infinity|∞ %",
        "NaN|– %"
      })
  void fractionsAreShownAsPercentages(double fraction, String shown) {
    assertThat(Display.percent(fraction).replace('\u00a0', ' ')).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|0",
        "3.8512|3.85",
        "38.512|38.5",
        "385.12|385",
        "38512|38,512",
        "0.0038512|0.00385",
        "9.996|10.0",
        "-2.5|−2.50",
        "1.2345e-9|1.23e−9"
      })
  void threeDigitsAreSignificant(double number, String shown) {
    assertThat(Display.significant(number).replace("e-0", "e−")).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0.2|20 %", "0.125|12.5 %", "0.05|5 %", "-9|−900 %", "0.30000000000000004|30 %"})
  void roundPercentagesHaveNoNeedlessDecimals(double fraction, String shown) {
    assertThat(Display.roundPercent(fraction).replace('\u00a0', ' ')).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0|0", "1000000|1,000,000", "0.1|0.1", "0.30000000000000004|0.3", "2.50|2.5"})
  void ticksHaveNoNeedlessZeros(double number, String shown) {
    assertThat(Display.tick(number)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2|2.00 s",
        "0.00385|3.85 ms",
        "0.0000385|38.5 µs",
        "1.5e-9|1.50 ns",
        "1e-12|0.00100 ns",
        "0.9999|1.00 s",
        "0|0 ns"
      })
  void timesGetTheUnitThatSuitsThem(double seconds, String shown) {
    assertThat(TimeScale.show(seconds).replace('\u00a0', ' ')).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0|0 B", "999|999 B", "1000|1.00 kB", "8254312448|8.25 GB"})
  void bytesAreDecimal(double bytes, String shown) {
    assertThat(Display.bytes(bytes).replace('\u00a0', ' ')).isEqualTo(shown);
  }

  @Test
  void aPValueIsNeverShownAsZero() {
    assertThat(Display.pValue(1e-5)).isEqualTo("<\u00a00.0001");
    assertThat(Display.pValue(0.15174)).isEqualTo("0.1517");
  }

  @Test
  void oneUnitServesAWholeTable() {
    Measure measure = Measure.of(Quantity.SECONDS_PER_OPERATION, List.of(0.00006, 0.004, 0.09));

    assertThat(measure.unit()).isEqualTo("ms/op");
    assertThat(measure.number(0.00006)).isEqualTo("0.0600");
    assertThat(measure.number(0.09)).isEqualTo("90.0");
    assertThat(measure.show(0.00006)).isEqualTo("60.0\u00a0µs");
  }

  @Test
  void aCountHasNoUnitInItsHeading() {
    Measure measure = Measure.of(new Quantity("#", false), List.of(3.0));

    assertThat(measure.heading("median")).isEqualTo("median");
    assertThat(measure.show(3)).isEqualTo("3.00");
  }

  @Test
  void theLocaleOfTheReaderChangesNothing() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(Display.fixed(1234.5, 1)).isEqualTo("1,234.5");
      assertThat(Display.significant(1234.5)).isEqualTo("1,235");
      assertThat(TimeScale.tick(0.0025)).isEqualTo("2.5\u00a0ms");
    } finally {
      Locale.setDefault(before);
    }
  }
}
