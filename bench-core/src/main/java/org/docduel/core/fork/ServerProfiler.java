package org.docduel.core.fork;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;

/**
 * Tells a fork which {@linkplain org.docduel.core.server.ServerFamily#profilers profilers of
 * servers} were asked for. The launcher puts this class in the place of their short names. What
 * they measure is read by {@link ServerWatches} and carried by {@link MetricsProfiler}.
 */
public final class ServerProfiler implements InternalProfiler {
  /** Asks for profilers. */
  public ServerProfiler(String names) {
    ServerWatches.ask(List.of(names.split(",", -1)));
  }

  @Override
  public String getDescription() {
    return "what servers tell of themselves";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    // the workload's state begins the watch, when the store is open
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    return List.of();
  }
}
