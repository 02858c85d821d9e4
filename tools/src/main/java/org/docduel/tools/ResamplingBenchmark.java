package org.docduel.tools;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.commons.rng.UniformRandomProvider;
import org.docduel.stats.stat.Resampling.Replicates;
import org.docduel.stats.stat.Sample;
import org.docduel.stats.stat.SampledRatio;
import org.docduel.stats.stat.Streams;
import org.docduel.stats.stat.StudentizedLogRatio;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The cost of 100,000 resamples of two samples. Timed: making all replicates. Not timed: quantiles
 * and p-values. {@code drawAndGather} is the floor: the same number of random indexes and of array
 * reads, and nothing else; {@code scipy} is {@code scipy.stats.bootstrap} on what {@code meanRatio}
 * resamples, in one Python that does it again for each line it is sent.
 *
 * <p>Run with {@code scripts/compare resampling}; needs python3 with scipy on the path.
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

  /** Resamples once with SciPy. */
  @Benchmark
  public String scipy(Python python) throws IOException {
    return python.bootstrap();
  }

  /** A Python that has imported SciPy. */
  @State(Scope.Benchmark)
  public static class Python {
    private Optional<Process> process = Optional.empty();
    private BufferedReader answers = new BufferedReader(Reader.nullReader());

    /** Starts it. */
    @Setup(Level.Trial)
    public void start() throws IOException {
      Process started =
          new ProcessBuilder("python3", "tools/src/main/python/scipy_bootstrap.py")
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      process = Optional.of(started);
      answers = started.inputReader(StandardCharsets.UTF_8);
      bootstrap();
    }

    private String bootstrap() throws IOException {
      OutputStream asks = process.orElseThrow().getOutputStream();
      asks.write('\n');
      asks.flush();
      String answer = answers.readLine();
      if (answer == null) {
        throw new IOException("python3 with scipy does not answer");
      }
      return answer;
    }

    /** Ends it. */
    @TearDown(Level.Trial)
    public void end() throws IOException {
      process.orElseThrow().getOutputStream().close();
    }
  }
}
