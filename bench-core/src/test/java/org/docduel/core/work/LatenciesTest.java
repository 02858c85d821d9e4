package org.docduel.core.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenciesTest {
  private static final int THREADS = 256;
  private static final int EACH = 2_000;

  private final Latencies latencies = new Latencies(1);

  @ParameterizedTest
  @ValueSource(longs = {16_500, 150_000, 27_000_000_000L, 1_800_000_000_000L})
  void recordsDurationsToATenthOfAPercent(long nanos) {
    assertThat(longest(nanos)).isCloseTo(nanos / 1e6, withinPercentage(0.1));
  }

  @Test
  void recordsShortDurationsToSixteenNanoseconds() {
    assertThat(longest(1_500)).isBetween(1_484e-6, 1_516e-6);
  }

  @Test
  void clampsValuesOutsideRange() {
    assertThat(longest(-5)).isLessThan(16e-6);
    assertThat(longest(Long.MAX_VALUE))
        .isCloseTo(Latencies.LONGEST_NANOS / 1e6, withinPercentage(0.1));
  }

  @Test
  void windowCoversTimeSinceLastOne() {
    longest(10_000);
    latencies.of(0).record(20_000);
    latencies.of(0).record(30_000);
    latencies.take();
    assertThat(latencies.window().getTotalCount()).isEqualTo(2);

    latencies.take();
    assertThat(latencies.window().getTotalCount()).isZero();
    assertThat(millis(latencies)).isZero();
  }

  @Test
  void recordingAllocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    record(20_000);
    long before = threads.getThreadAllocatedBytes(thread);
    record(1_000_000);
    long allocated = threads.getThreadAllocatedBytes(thread) - before;

    // The call that asks allocates a little itself; a byte for each record would be a million.
    assertThat(allocated).isLessThan(10_000);
  }

  @Test
  void losesNothingWhenThreadsShareRecorders() throws Exception {
    Latencies shared = new Latencies(THREADS);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<? extends Future<?>> all =
          IntStream.range(0, THREADS)
              .mapToObj(thread -> threads.submit(() -> record(shared.of(thread), thread)))
              .toList();
      for (Future<?> each : all) {
        each.get();
      }
    } finally {
      threads.shutdown();
    }

    shared.take();

    assertThat(shared.window().getTotalCount()).isEqualTo((long) THREADS * EACH);
    assertThat(millis(shared)).isEqualTo(THREADS, within(0.3));
  }

  @Test
  void fewThreadsHaveSeparateRecorders() {
    Latencies two = new Latencies(2);

    assertThat(two.of(0)).isSameAs(two.of(0)).isNotSameAs(two.of(1));
  }

  /** Milliseconds: one for the first thread, and so on. */
  private static void record(Latencies.Recorder recorder, int thread) {
    for (int i = 0; i < EACH; i++) {
      recorder.record((thread + 1) * 1_000_000L);
    }
  }

  private void record(int count) {
    Latencies.Recorder recorder = latencies.of(0);
    for (int i = 0; i < count; i++) {
      recorder.record(i * 1_000L);
    }
  }

  private double longest(long nanos) {
    latencies.of(0).record(nanos);
    latencies.take();
    return millis(latencies);
  }

  /** The longest duration. */
  private static double millis(Latencies latencies) {
    return latencies.window().getValueAtPercentile(100) / 1e6;
  }
}
