package org.docduel.core;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

/** A fork as JMH describes it. */
public final class TestFork {
  /** One iteration, of a single shot. */
  public static final IterationParams ONCE =
      new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.NONE, 1);

  private TestFork() {}

  public static BenchmarkParams params(
      String benchmark,
      Mode mode,
      IterationParams each,
      int warmupForks,
      Map<String, String> values) {
    WorkloadParams parameters = new WorkloadParams();
    values.forEach((name, value) -> parameters.put(name, value, 0));
    return new BenchmarkParams(
        benchmark,
        "generated",
        true,
        1,
        new int[] {1},
        List.of(),
        1,
        warmupForks,
        each,
        each,
        mode,
        parameters,
        mode == Mode.Throughput ? TimeUnit.SECONDS : TimeUnit.MILLISECONDS,
        1,
        "java",
        List.of(),
        "17",
        "vm",
        "1",
        "1.37",
        TimeValue.minutes(1));
  }

  public static RunResult result(BenchmarkParams params, List<IterationResult> iterations) {
    return new RunResult(params, List.of(new BenchmarkResult(params, iterations)));
  }
}
