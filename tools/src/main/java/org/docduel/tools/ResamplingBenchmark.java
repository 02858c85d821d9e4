package org.docduel.tools;

import java.util.concurrent.TimeUnit;
import org.apache.commons.rng.UniformRandomProvider;
import org.docduel.stats.stat.Resampling.Replicates;
import org.docduel.stats.stat.Sample;
import org.docduel.stats.stat.SampledRatio;
import org.docduel.stats.stat.Streams;
import org.docduel.stats.stat.StudentizedLogRatio;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The cost of 100,000 resamples of two samples. Timed: making all replicates. Not timed: quantiles
 * and p-values. {@code drawAndGather} is the floor: the same number of random indexes and of array
 * reads, and nothing else.
 *
 * <p>Run with {@code scripts/compare resampling}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ResamplingBenchmark {
  private static final int RESAMPLES = 100_000;

  /** Observations of each side. */
  @Param("30")
  public int size = 30;

  /** Threads that resample. */
  @Param("1")
  public int threads = 1;

  private final Streams streams = new Streams(42, Streams.key("speed"));

  private double[] sample(double level) {
    double[] values = new double[size];
    for (int i = 0; i < size; i++) {
      values[i] = level * (1 + 0.01 * ((i * 7) % 11));
    }
    return values;
  }

  /** Draws an index for each observation of both sides and reads what it points to. */
  @Benchmark
  public void drawAndGather(Blackhole sink) {
    double[] baseline = sample(1);
    double[] candidate = sample(0.8);
    double[] gathered = new double[2 * size];
    UniformRandomProvider random = streams.block(0);
    for (int resample = 0; resample < RESAMPLES; resample++) {
      gather(random, baseline, gathered, 0);
      gather(random, candidate, gathered, size);
      sink.consume(gathered);
    }
  }

  private static void gather(
      UniformRandomProvider random, double[] values, double[] gathered, int start) {
    long n = values.length;
    for (int i = 0; i < values.length; i += 2) {
      long bits = random.nextLong();
      gathered[start + i] = values[(int) (((bits >>> 32) * n) >>> 32)];
      if (i + 1 < values.length) {
        gathered[start + i + 1] = values[(int) (((bits & 0xffffffffL) * n) >>> 32)];
      }
    }
  }

  private SampledRatio ratio(int... forks) {
    return new SampledRatio(Sample.mean(sample(1), forks), Sample.mean(sample(0.8), forks));
  }

  /** The published test's resamples. */
  @Benchmark
  public Replicates meanRatio() {
    return Replicates.of(ratio(size), streams, RESAMPLES, threads);
  }

  /** Resamples of the bootstrap-t. */
  @Benchmark
  public Replicates studentized() {
    return Replicates.of(
        new StudentizedLogRatio(sample(1), sample(0.8)), streams, RESAMPLES, threads);
  }

  /** Forks, then iterations: five forks a side. */
  @Benchmark
  public Replicates hierarchical() {
    int each = size / 5;
    return Replicates.of(ratio(each, each, each, each, each), streams, RESAMPLES, threads);
  }
}
