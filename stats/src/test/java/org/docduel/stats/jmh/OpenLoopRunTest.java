package org.docduel.stats.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenLoopRunTest {

  @ParameterizedTest
  @CsvSource({
    // 99 % without an allowance, where the measured time is not known
    "1000, 990, 0, true",
    "1000, 989.9, 0, false",
    // in 100 s a Poisson process brings 1000 +- sqrt(1000 / 100) a second: two of these are 6.32
    "1000, 983.7, 100, true",
    "1000, 983.6, 100, false"
  })
  void toleratesOnePercentAndTwoDeviationsOfArrivals(
      double offered, double achieved, double seconds, boolean sustained) {
    assertThat(run(offered, achieved, seconds).sustained()).isEqualTo(sustained);
  }

  @ParameterizedTest
  @CsvSource({"0.05, true", "0.0501, false"})
  void appliesResponseTimeBound(double responseP99, boolean sustained) {
    OpenLoopRun run = new OpenLoopRun(1000, 1000, 0, OptionalDouble.of(responseP99));

    assertThat(run.sustained(0.05)).isEqualTo(sustained);
  }

  @Test
  void ignoresRatesAboveAnUnsustainedOne() {
    assertThat(
            OpenLoopRun.sustainedRate(
                List.of(run(3000, 3000, 0), run(1000, 1000, 0), run(2000, 1500, 0))))
        .hasValue(1000);
    assertThat(OpenLoopRun.sustainedRate(List.of(run(1000, 500, 0)))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"10 s, 10", "500 ms, 0.5", "2 min, 120", "1 hr, 3600", "single-shot, 0", "'', 0"})
  void readsIterationTimeAsWrittenByJmh(String text, double seconds) {
    assertThat(JmhResult.seconds(text)).isEqualTo(seconds);
  }

  private static OpenLoopRun run(double offered, double achieved, double seconds) {
    return new OpenLoopRun(offered, achieved, seconds, OptionalDouble.empty());
  }
}
