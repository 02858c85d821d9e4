package org.docduel.core.fork;

import java.util.Collection;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Carries {@link IterationMetrics} into JMH's results, with raw data. Added to every run by the
 * launcher.
 */
public final class MetricsProfiler implements InternalProfiler {
  @Override
  public String getDescription() {
    return "metrics that the workload measures beside JMH's score";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    IterationMetrics.take(); // what a trial's set-up measured belongs to no iteration
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    return IterationMetrics.take().stream()
        .map(metric ->
            new ScalarResult(metric.name(), metric.value(), metric.unit(), AggregationPolicy.AVG))
        .toList();
  }
}
