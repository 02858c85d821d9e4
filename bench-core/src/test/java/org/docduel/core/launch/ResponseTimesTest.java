package org.docduel.core.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.docduel.core.launch.Summary.Labels;
import org.docduel.core.launch.Summary.MeasuredTables;
import org.docduel.core.work.Latencies;
import org.docduel.core.workload.Combination;
import org.junit.jupiter.api.Test;

class ResponseTimesTest {
  private static final Labels LABELS =
      new Labels(
          Set.of("store"),
          List.of(
              new Combination("b", Map.of("store", "one")),
              new Combination("b", Map.of("store", "two"))));

  private static final Comparator<String> ORDER =
      LABELS.order(List.of(Map.of("store", "one"), Map.of("store", "two")));

  private final StringBuilder log = new StringBuilder();

  @Test
  void areThoseOfAllForksTogether() {
    window("response;store=one;threads=2", 1, 99);
    window("response;store=one;threads=2", 101, 1);
    List<String> lines = new MeasuredTables(LABELS, ORDER).responseTimes(Latencies.header() + log);
    assertThat(lines.get(1).split(" +"))
        .containsExactly("one", "100", "1.000", "1.000", "1.000", "101.057", "101.057");
  }

  @Test
  void noPercentileOfFewerThanTwentyValues() {
    window("response;store=one;threads=2", 1, 19);
    List<String> lines = new MeasuredTables(LABELS, ORDER).responseTimes(Latencies.header() + log);
    assertThat(lines.get(1).split(" +")).containsExactly("one", "19", "-", "-", "-", "-", "1.000");
  }

  @Test
  void standInTheOrderOfTheResults() {
    window("response;store=two;threads=2", 1, 30);
    window("response;store=one;threads=2", 1, 30);
    List<String> lines = new MeasuredTables(LABELS, ORDER).responseTimes(Latencies.header() + log);
    assertThat(lines.get(1)).startsWith("one");
    assertThat(lines.get(2)).startsWith("two");
  }

  @Test
  void serviceTimesAreOthers() {
    window("service;store=one;threads=2", 1, 30);
    assertThat(new MeasuredTables(LABELS, ORDER).responseTimes(Latencies.header() + log)).isEmpty();
  }

  private void window(String tag, int millis, int count) {
    Latencies latencies = new Latencies(1);
    for (int i = 0; i < count; i++) {
      latencies.of(0).record(millis * 1_000_000L);
    }
    latencies.take();
    log.append(latencies.line(tag, 0, 1000));
  }
}
