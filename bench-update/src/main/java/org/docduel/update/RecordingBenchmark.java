package org.docduel.update;

import java.util.concurrent.TimeUnit;
import org.docduel.core.record.LatencyRecorder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What recording a latency costs the worker that measures: one value into the histogram. Timed: the
 * recording alone, of durations from 16 microseconds to a second in turn. Not timed: reading the
 * clock, which the worker does twice.
 *
 * <pre>
 * java -jar bench-update/target/benchmarks.jar RecordingBenchmark -prof gc
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RecordingBenchmark {
  private static final long SHORTEST_NANOS = 16_384;
  private static final long LONGEST_NANOS = 1L << 30;

  private final LatencyRecorder recorder = new LatencyRecorder();
  private long nanos = SHORTEST_NANOS;

  /** Records one duration. */
  @Benchmark
  public void record() {
    recorder.record(nanos);
    nanos = nanos > LONGEST_NANOS ? SHORTEST_NANOS : nanos + (nanos >> 3);
  }
}
