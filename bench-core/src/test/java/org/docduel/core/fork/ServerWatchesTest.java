package org.docduel.core.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.docduel.core.spi.Watch.Reading;
import org.junit.jupiter.api.Test;

class ServerWatchesTest {
  private final ServerWatches.Readings readings = new ServerWatches.Readings();

  @Test
  void ofACounterItsGrowthIsToldAndOfALevelTheLast() {
    readings.begin(List.of(Reading.counter("n", 100, ""), Reading.level("size", 900, "bytes")));

    assertThat(readings.told(Reading.counter("n", 130, ""))).isEqualTo(30);
    assertThat(readings.told(Reading.level("size", 700, "bytes"))).isEqualTo(700);
  }

  @Test
  void aCounterThatAppearsWithItsFirstEventBeganAtZero() {
    readings.begin(List.of());

    assertThat(readings.told(Reading.counter("n", 12, ""))).isEqualTo(12);
  }

  @Test
  void aRatioIsOfGrowthsAndStaysWhileNothingIsCounted() {
    assertThat(readings.told(Reading.ratio("hot", 0, 0, ""))).isZero();
    readings.begin(List.of(Reading.ratio("hot", 10, 100, "")));
    assertThat(readings.told(Reading.ratio("hot", 40, 140, ""))).isEqualTo(0.75);
    readings.begin(List.of(Reading.ratio("hot", 40, 140, "")));
    assertThat(readings.told(Reading.ratio("hot", 40, 140, ""))).isEqualTo(0.75);
  }
}
