package org.docduel.core.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyRecorderTest {
  @ParameterizedTest
  @ValueSource(longs = {16_500, 150_000, 27_000_000_000L, 1_800_000_000_000L})
  void aDurationIsKeptToATenthOfAPercent(long nanos) {
    LatencyRecorder recorder = new LatencyRecorder();
    recorder.record(nanos);

    assertThat(total(recorder).getMaxValue()).isCloseTo(nanos, withinPercentage(0.1));
  }

  @Test
  void aShortDurationIsKeptToSixteenNanoseconds() {
    LatencyRecorder recorder = new LatencyRecorder();
    recorder.record(1_500);

    assertThat(total(recorder).getMaxValue()).isBetween(1_484L, 1_516L);
  }

  @Test
  void whatIsOutsideOfItsRangeCountsAtTheEnds() {
    LatencyRecorder recorder = new LatencyRecorder();
    recorder.record(-5);
    recorder.record(Long.MAX_VALUE);
    Histogram total = total(recorder);

    assertThat(total.getTotalCount()).isEqualTo(2);
    assertThat(total.getMinValue()).isZero();
    assertThat(total.getMaxValue()).isCloseTo(LatencyRecorder.LONGEST_NANOS, withinPercentage(0.1));
  }

  @Test
  void drainingBeginsAnew() {
    LatencyRecorder recorder = new LatencyRecorder();
    recorder.record(10_000);
    assertThat(total(recorder).getTotalCount()).isEqualTo(1);
    recorder.record(20_000);
    recorder.record(30_000);

    assertThat(total(recorder).getTotalCount()).isEqualTo(2);
  }

  @Test
  void recordingAllocatesNothing() {
    LatencyRecorder recorder = new LatencyRecorder();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    record(recorder, 20_000);
    long before = threads.getThreadAllocatedBytes(thread);
    record(recorder, 1_000_000);
    long allocated = threads.getThreadAllocatedBytes(thread) - before;

    // The call that asks allocates a little itself; a byte for each record would be a million.
    assertThat(allocated).isLessThan(10_000);
  }

  private static void record(LatencyRecorder recorder, int count) {
    for (int i = 0; i < count; i++) {
      recorder.record(i * 1_000L);
    }
  }

  private static Histogram total(LatencyRecorder recorder) {
    Histogram total = LatencyRecorder.total();
    recorder.drainTo(total);
    return total;
  }
}
