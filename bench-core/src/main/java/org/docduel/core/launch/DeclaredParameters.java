package org.docduel.core.launch;

import org.docduel.core.fork.StoreState;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.WorkloadParams;

/**
 * The parameters that stores declare travel to a fork as one field of JMH's. In the results each
 * stands by itself again.
 */
final class DeclaredParameters {
  private DeclaredParameters() {}

  /** The same parameters of a benchmark, each by its own name. */
  static BenchmarkParams apart(BenchmarkParams params) {
    WorkloadParams all = new WorkloadParams();
    StoreState.parameters(params).forEach((name, value) -> all.put(name, value, 0));
    return new BenchmarkParams(
        params.getBenchmark(),
        params.generatedBenchmark(),
        params.shouldSynchIterations(),
        params.getThreads(),
        params.getThreadGroups(),
        params.getThreadGroupLabels(),
        params.getForks(),
        params.getWarmupForks(),
        params.getWarmup(),
        params.getMeasurement(),
        params.getMode(),
        all,
        params.getTimeUnit(),
        params.getOpsPerInvocation(),
        params.getJvm(),
        params.getJvmArgs(),
        params.getJdkVersion(),
        params.getVmName(),
        params.getVmVersion(),
        params.getJmhVersion(),
        params.getTimeout());
  }
}
