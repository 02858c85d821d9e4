package org.docduel.tools;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import org.docduel.core.harness.jmh.MetricsProfiler;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/**
 * What {@link TurnProcess} asks and is told; as a profiler it has JMH wait for its turn, and takes
 * the metrics of an iteration.
 */
public class TurnGate implements InternalProfiler {
  /** Before a time. */
  static final String TIME = "time ";

  private final MetricsProfiler metrics = new MetricsProfiler();

  /** For JMH. */
  public TurnGate() {}

  /** Waits until an observation is asked for. */
  static void await() {
    try {
      if (System.in.read() < 0) {
        throw new IllegalStateException("nobody asks any more");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Tells how long it took, in a unit that all sides have in common. */
  static void say(double time) {
    System.out.println(TIME + time);
  }

  /** How long an iteration's work took. */
  double time(IterationResult result, List<Result<?>> measured) {
    return result.getPrimaryResult().getScore();
  }

  /** The value of one of an iteration's metrics. */
  static double metric(List<Result<?>> measured, String name) {
    return measured.stream()
        .filter(metric -> metric.getLabel().equals(name))
        .mapToDouble(Result::getScore)
        .findAny()
        .orElseThrow(() -> new IllegalStateException("no metric " + name));
  }

  @Override
  public String getDescription() {
    return "waits for a turn";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    metrics.beforeIteration(benchmark, iteration);
    await();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    say(time(result, List.copyOf(metrics.afterIteration(benchmark, iteration, result))));
    return List.of();
  }
}
