package org.docduel.stats.report.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.docduel.stats.report.model.BreakEven.Rung;
import org.junit.jupiter.api.Test;

class BreakEvenTest {
  private static Rung rung(double size, double ratio, double lower, double upper) {
    return new Rung(size, new SpeedUp(ratio, lower, upper));
  }

  @Test
  void liesWhereTheLineThroughTheLogarithmsOfTheRatiosCrossesOne() {
    List<Rung> rungs = List.of(rung(1, 0.5, 0.4, 0.6), rung(100, 2, 1.6, 2.5));

    assertThat(BreakEven.of(rungs, true).at()).isCloseTo(10, within(1e-9));
    assertThat(BreakEven.of(rungs, false).at()).isCloseTo(50.5, within(1e-9));
  }

  @Test
  void itsIntervalIsWhereTheBoundsCrossOne() {
    BreakEven point =
        BreakEven.of(
            List.of(rung(0, 0.25, 0.125, 0.5), rung(10, 1, 0.5, 2), rung(20, 4, 2, 8)), false);

    assertThat(point.at()).isCloseTo(10, within(1e-9));
    assertThat(point.lower()).isCloseTo(5, within(1e-9));
    assertThat(point.upper()).isCloseTo(15, within(1e-9));
  }

  @Test
  void theLastCrossingCounts() {
    BreakEven point =
        BreakEven.of(
            List.of(rung(1, 2, 1.9, 2.1), rung(2, 0.5, 0.4, 0.6), rung(3, 2, 1.9, 2.1)), false);

    assertThat(point.at()).isCloseTo(2.5, within(1e-9));
  }

  @Test
  void oneThatIsFasterFromTheFirstSizeOnHasNone() {
    BreakEven point = BreakEven.of(List.of(rung(1, 1.1, 0.9, 1.3), rung(2, 2, 1.8, 2.2)), false);

    assertThat(point.at()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(point.lower()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(point.upper()).isBetween(1.0, 2.0);
  }

  @Test
  void oneThatIsNotFasterAtTheLastSizeHasNoUpperBound() {
    BreakEven point = BreakEven.of(List.of(rung(1, 0.5, 0.4, 0.6), rung(2, 1.1, 0.9, 1.3)), false);

    assertThat(point.at()).isBetween(1.0, 2.0);
    assertThat(point.upper()).isEqualTo(Double.POSITIVE_INFINITY);
  }
}
