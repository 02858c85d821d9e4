package org.docduel.tools;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.stat.Resampling.Replicates;
import org.docduel.stats.stat.Sample;
import org.docduel.stats.stat.SampledRatio;
import org.docduel.stats.stat.Streams;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The cost of 100,000 resamples of two samples, on one thread. Timed: making all replicates. Not
 * timed: quantiles and p-values. {@code scipy} is {@code scipy.stats.bootstrap} on what {@code
 * meanRatio} resamples, in one Python that does it again for each line it is sent.
 *
 * <p>Run with {@code scripts/compare resampling}; needs python3 with scipy on the path.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class ResamplingBenchmark {
  private static final int RESAMPLES = 100_000;

  /** Observations of each side. */
  private static final int SIZE = 30;

  private final Streams streams = new Streams(42, Streams.key("speed"));

  private double[] sample(double level) {
    double[] values = new double[SIZE];
    for (int i = 0; i < SIZE; i++) {
      values[i] = level * (1 + 0.01 * ((i * 7) % 11));
    }
    return values;
  }

  /** The published test's resamples. */
  @Benchmark
  public Replicates meanRatio() {
    SampledRatio ratio =
        new SampledRatio(
            Sample.mean(sample(1), new int[] {SIZE}), Sample.mean(sample(0.8), new int[] {SIZE}));
    return new Resampling(RESAMPLES, 42, 1).of(ratio, streams);
  }

  @Benchmark
  public String scipy(Python python) throws IOException {
    return python.bootstrap();
  }

  @State(Scope.Benchmark)
  public static class Python {
    private Process process;
    private BufferedReader answers;

    @Setup(Level.Trial)
    public void start() throws IOException {
      process =
          new ProcessBuilder("python3", "tools/src/main/python/scipy_bootstrap.py")
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      answers = process.inputReader(StandardCharsets.UTF_8);
      bootstrap();
    }

    private String bootstrap() throws IOException {
      OutputStream requests = process.getOutputStream();
      requests.write('\n');
      requests.flush();
      String answer = answers.readLine();
      if (answer == null) {
        throw new IOException("python3 with scipy does not answer");
      }
      return answer;
    }

    @TearDown(Level.Trial)
    public void end() throws IOException {
      process.getOutputStream().close();
    }
  }
}
