package org.docduel.core.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LatencyRecordersTest {
  private static final int THREADS = 256;
  private static final int EACH = 2_000;

  @Test
  void loseNothingWhenManyThreadsShareAFew() throws Exception {
    LatencyRecorders recorders = new LatencyRecorders(THREADS);
    Latencies window = new Latencies();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<? extends Future<?>> all =
          IntStream.range(0, THREADS)
              .mapToObj(thread -> threads.submit(() -> record(recorders.of(thread), thread)))
              .toList();
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      threads.shutdown();
    }

    recorders.drainTo(window);

    assertThat(window.count()).isEqualTo((long) THREADS * EACH);
    assertThat(window.millis(100)).isEqualTo(THREADS, within(0.3));
  }

  @Test
  void beginAnewAfterEachWindow() {
    LatencyRecorders recorders = new LatencyRecorders(3);
    recorders.of(2).record(1_000_000);
    recorders.drainTo(new Latencies());
    Latencies second = new Latencies();

    recorders.drainTo(second);

    assertThat(second.count()).isZero();
  }

  @Test
  void giveAFewThreadsOneEach() {
    LatencyRecorders recorders = new LatencyRecorders(2);

    assertThat(recorders.of(0)).isSameAs(recorders.of(0)).isNotSameAs(recorders.of(1));
  }

  /** Milliseconds: one for the first thread, and so on. */
  private static void record(LatencyRecorder recorder, int thread) {
    for (int i = 0; i < EACH; i++) {
      recorder.record((thread + 1) * 1_000_000L);
    }
  }
}
