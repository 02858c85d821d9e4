package org.docduel.stats.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.docduel.stats.diagnose.Drift.Batches;
import org.docduel.stats.diagnose.Drift.Outcome;
import org.docduel.stats.stat.Means;
import org.junit.jupiter.api.Test;

/** How often it errs is in {@link DriftCalibrationTest}. */
class DriftTest {
  private static final double CONFIDENCE = 0.95;
  private static final Batches TEN_SECONDS = new Batches(10, 0, Means::mean);

  private static double[] hour(long seed, double perHour, double noise) {
    Random random = new Random(seed);
    return IntStream.range(0, 360)
        .mapToDouble(i -> Math.exp(perHour * i / 360.0 + noise * random.nextGaussian()))
        .toArray();
  }

  private static Drift of(Batches cut, double[]... runs) {
    return Drift.of(List.of(runs), cut, CONFIDENCE);
  }

  @Test
  void estimatesPlantedSlope() {
    double planted = Math.log(1.2);
    Drift single = of(TEN_SECONDS, hour(1, planted, 0.05));
    Drift three =
        of(TEN_SECONDS, hour(1, planted, 0.05), hour(2, planted, 0.05), hour(3, planted, 0.05));

    for (Drift drift : List.of(single, three)) {
      assertThat(drift.outcome()).isEqualTo(Outcome.RISES);
      assertThat(drift.slope()).isCloseTo(planted, within(0.04));
      assertThat(drift.bounds().lower()).isPositive();
      assertThat(drift.batches()).isBetween(10, 30);
    }
    assertThat(of(TEN_SECONDS, hour(1, -planted, 0.05)).outcome()).isEqualTo(Outcome.FALLS);
  }

  @Test
  void excludesGrowthOfSteadySeries() {
    assertThat(of(TEN_SECONDS, hour(1, 0, 0.01)).outcome()).isEqualTo(Outcome.STAYS);
  }

  @Test
  void saysHowLongNoisySeriesWouldNeed() {
    Drift drift = of(TEN_SECONDS, hour(1, 0, 1));

    assertThat(drift.outcome()).isEqualTo(Outcome.CANNOT_TELL);
    assertThat(drift.hoursNeeded()).isGreaterThan(drift.hours());
  }

  /** An index that doubles in two minutes and then stays: the steady part is fixed beforehand. */
  @Test
  void fillUpIsNoGrowth() {
    double[] index = new double[60];
    Arrays.setAll(index, i -> 1.38e6 + 1.21e6 * Math.min(1, i / 8.0));
    Drift drift = of(new Batches(10, 0, batch -> Arrays.stream(batch).min().orElse(0)), index);

    assertThat(drift.outcome()).isEqualTo(Outcome.STAYS);
    assertThat(drift.slope()).isZero();
  }

  /** A saw-tooth of minutes that are cut in the middle would rise and fall by itself. */
  @Test
  void cutsWholeCycles() {
    double[] sawTooth = new double[360];
    Arrays.setAll(sawTooth, i -> 1_000 + 10_000 * (i % 6));
    Drift drift = of(new Batches(10, 60, Means::mean), sawTooth);

    assertThat(drift.outcome()).isEqualTo(Outcome.STAYS);
    assertThat(drift.bounds().upper()).isZero();
  }

  @Test
  void judgesNoRunOfFewCycles() {
    Drift drift = of(new Batches(10, 600, Means::mean), hour(1, 1, 0.01));

    assertThat(drift.outcome()).isEqualTo(Outcome.TOO_SHORT);
    assertThat(drift.batches()).isEqualTo(4);
  }
}
