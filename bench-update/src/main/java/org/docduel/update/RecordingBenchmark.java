package org.docduel.update;

import java.util.concurrent.TimeUnit;
import org.docduel.core.work.Latencies;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * What recording a latency costs the worker that measures: one value into the histogram. Timed: the
 * recording alone, of durations from 16 microseconds to a second in turn, by as many threads as -t
 * says. Not timed: reading the clock, which the worker does twice.
 *
 * <pre>
 * java -jar bench-update/target/benchmarks.jar RecordingBenchmark -prof gc
 * </pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
public class RecordingBenchmark {
  private static final long SHORTEST_NANOS = 16_384;
  private static final long LONGEST_NANOS = 1L << 30;

  private Latencies latencies;

  /** As many recorders as there are for that many workers. */
  @Setup
  public void prepare(BenchmarkParams params) {
    latencies = new Latencies(params.getThreads());
  }

  /** One thread's recorder, taken as a worker takes its own. */
  @State(Scope.Thread)
  public static class Own {
    private Latencies.Recorder recorder;
    private long nanos = SHORTEST_NANOS;

    /** Takes the thread's. */
    @Setup
    public void take(RecordingBenchmark shared, ThreadParams thread) {
      recorder = shared.latencies.of(thread.getThreadIndex());
    }
  }

  /** Records one duration. */
  @Benchmark
  public void record(Own own) {
    own.recorder.record(own.nanos);
    own.nanos = own.nanos > LONGEST_NANOS ? SHORTEST_NANOS : own.nanos + (own.nanos >> 3);
  }
}
