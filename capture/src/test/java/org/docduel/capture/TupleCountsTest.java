package org.docduel.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TupleCountsTest {
  /** A stream of 300,000 calls with 50,000 keys, whose frequencies fall as 1/k. */
  @Test
  void keepsHottestOfSkewedStream() {
    SplittableRandom random = new SplittableRandom(7);
    Map<String, Long> exact = new HashMap<>();
    TupleCounts counts = new TupleCounts();
    for (int i = 0; i < 300_000; i++) {
      String key = String.valueOf((int) Math.exp(random.nextDouble() * Math.log(50_000)));
      exact.merge(key, 1L, Long::sum);
      counts.add(List.of(key));
    }
    Map<List<@Nullable String>, Long> weighted = counts.weighted();
    for (int key = 1; key <= 10; key++) {
      assertThat(weighted.get(List.of(String.valueOf(key))))
          .isCloseTo(exact.get(String.valueOf(key)), Percentage.withPercentage(1));
    }
    assertThat(weighted).hasSizeLessThanOrEqualTo(TupleCounts.HOTTEST + TupleCounts.SAMPLE);
    assertThat(weighted.values().stream().mapToLong(count -> count).sum())
        .isCloseTo(300_000, Percentage.withPercentage(1));
    assertThat(counts.isDistinctExact()).isFalse();
  }

  @Test
  void isExactForFewTuples() {
    TupleCounts counts = new TupleCounts();
    for (int i = 0; i < 500; i++) {
      counts.add(List.of("a"));
      counts.add(Collections.singletonList(null));
      counts.add(List.of("b" + i % 50));
    }
    assertThat(counts.distinct()).isEqualTo(52);
    assertThat(counts.isDistinctExact()).isTrue();
    assertThat(counts.weighted())
        .containsEntry(List.of("a"), 500L)
        .containsEntry(Collections.singletonList(null), 500L)
        .containsEntry(List.of("b7"), 10L);
  }
}
