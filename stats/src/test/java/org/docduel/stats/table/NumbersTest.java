package org.docduel.stats.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.stat.Interval;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The one way in which numbers are written. */
class NumbersTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.2441|24.4 %",
        "-0.817|-81.7 %",
        "-0.0001|0.0 %",
        "-1|2.00x slower",
        "-20.549|21.5x slower",
        "-2018|2,019x slower",
        "-297985560|over 1,000,000x slower",
        "-Infinity|-",
        "NaN|-"
      })
  void reductionsArePercentagesDownToTwiceAsSlow(double fraction, String expected) {
    assertThat(Numbers.reductionOf(Quantity.rate("ops/s")).apply(fraction)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0.000534651, s/op, true, 534.7 µs",
    "0.00999996, s/op, true, 10.00 ms",
    "0.0000000004, s/op, true, 0.4000 ns",
    "1234.5, s/op, true, '1,235 s'",
    "0, s/op, true, 0",
    "1870.4, ops/s, false, '1,870 ops/s'",
    "1536, B/op, false, 1.536 kB/op",
    "12, B, false, 12 B",
    "3.5, #, false, 3.500",
    "0.000001, blocks/op, false, 1.000e-06 blocks/op",
    "NaN, s/op, true, -",
    "Infinity, B, false, unbounded"
  })
  void levelsHaveFourDigitsAndTheirUnit(double value, String unit, boolean time, String expected) {
    assertThat(Numbers.of(value, new Quantity(unit, time))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0.0009997, 3, 1.00 ms",
    "0.0009994, 3, 999 µs",
    "0.0009997, 4, 999.7 µs",
    "0.00099996, 4, 1.000 ms"
  })
  void timesHaveTheUnitOfWhatIsShown(double seconds, int digits, String expected) {
    assertThat(Numbers.time(seconds, digits)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0.00000001, <0.00001",
    "0.0004321, 0.00043",
    "0.04321, 0.0432",
    "1, 1.0000",
    "NaN, -"
  })
  void pIsNeverZero(double p, String expected) {
    assertThat(Numbers.p(p)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "-1.14, -0.954, 2.14x slower .. 1.95x slower",
    "-1.14, 0.2, 2.14x slower .. 20.0 %",
    "-0.6, -0.1, -60.0 % .. -10.0 %",
  })
  void bothIntervalBoundsHaveSameForm(double lower, double upper, String expected) {
    assertThat(Numbers.reductions(new Interval(lower, upper, 0.9), Quantity.rate("ops/s")))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0.954, 1.14, 1.95x slower .. 2.14x slower",
    "-0.2, 1.14, -20.0 % .. 2.14x slower",
    "0.1, 0.6, +10.0 % .. +60.0 %",
  })
  void bothChangeBoundsHaveSameForm(double lower, double upper, String expected) {
    assertThat(Numbers.changes(new Interval(lower, upper, 0.9), Quantity.rate("ops/s")))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0.9, 90 % interval",
    "0.957977307, 95.8 % interval",
    "0.95, 95 % interval",
  })
  void intervalsShowTheirLevel(double confidence, String expected) {
    assertThat(Numbers.intervalHeading(confidence)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0.25, 0.25, 0.25",
    "1500, '1,500', '1,500'",
    "25000, '25,000', 25 k",
    "1.5e6, '1,500,000', 1.5 M"
  })
  void axesHaveNoTrailingZeros(double number, String tick, String compact) {
    assertThat(Numbers.tick(number)).isEqualTo(tick);
    assertThat(Numbers.compact(number)).isEqualTo(compact);
  }
}
