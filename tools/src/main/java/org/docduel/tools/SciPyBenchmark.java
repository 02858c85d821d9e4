package org.docduel.tools;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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
 * {@code scipy.stats.bootstrap} on what {@code ResamplingBenchmark.meanRatio} resamples: one Python
 * that does it again for each line it is sent. Run with {@code scripts/compare resampling}; needs
 * python3 with scipy on the path.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class SciPyBenchmark {
  private record Python(Process process, OutputStream asks, BufferedReader answers) {}

  private Optional<Python> python = Optional.empty();

  /** Starts Python and imports SciPy. */
  @Setup(Level.Trial)
  public void start() throws IOException {
    Process process =
        new ProcessBuilder("python3", "tools/src/main/python/scipy_bootstrap.py")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    python =
        Optional.of(
            new Python(
                process,
                process.getOutputStream(),
                new BufferedReader(
                    new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))));
    bootstrap();
  }

  /** Resamples once. */
  @Benchmark
  public String bootstrap() throws IOException {
    Python running = python.orElseThrow();
    running.asks.write('\n');
    running.asks.flush();
    String answer = running.answers.readLine();
    if (answer == null) {
      throw new IOException("python3 with scipy does not answer");
    }
    return answer;
  }

  /** Ends Python. */
  @TearDown(Level.Trial)
  public void end() throws IOException {
    python.orElseThrow().asks.close();
  }
}
