package org.docduel.core.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/** What {@link TurnProcess} asks and is told; as a profiler it has JMH wait for its turn. */
public final class TurnGate implements InternalProfiler {
  /** Before a time. */
  static final String TIME = "time ";

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

  /** Tells how long it took. */
  static void say(double milliseconds) {
    System.out.println(TIME + milliseconds);
  }

  @Override
  public String getDescription() {
    return "waits for a turn";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    await();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    say(result.getPrimaryResult().getScore());
    return List.of();
  }
}
