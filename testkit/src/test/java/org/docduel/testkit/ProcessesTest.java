package org.docduel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessesTest {
  @Test
  void takesTheMedianOfTenMeasurements() {
    Iterator<Double> measurements =
        List.of(9.0, 1.0, 8.0, 2.0, 7.0, 3.0, 6.0, 4.0, 5.0, 99.0).iterator();

    double[] medians = Processes.mediansOfTen(() -> new double[] {measurements.next(), 4});

    assertThat(medians).containsExactly(5.5, 4);
  }

  @Test
  void singleGoodMeasurementDoesNotChangeMedian() {
    Iterator<Double> bad = List.of(1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0).iterator();

    assertThat(Processes.mediansOfTen(() -> new double[] {bad.next()})).containsExactly(0);
  }

  @Test
  void missingNumberGivesNaN() {
    assertThat(Processes.mediansOfTen(() -> new double[] {Double.NaN})).containsExactly(Double.NaN);
  }
}
