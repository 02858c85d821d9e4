package org.docduel.core.workload;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.WorkloadParams;

/** For benchmarks of which one fork measures what are several results to a reader. */
public final class ResultParts {
  private ResultParts() {}

  /** The parameters of a result, with another value for one of them. */
  public static BenchmarkParams params(BenchmarkParams from, String name, String value) {
    WorkloadParams workload = new WorkloadParams();
    int position = 0;
    for (String key : from.getParamsKeys()) {
      workload.put(key, key.equals(name) ? value : from.getParam(key), position++);
    }
    return new BenchmarkParams(
        from.getBenchmark(),
        from.generatedBenchmark(),
        from.shouldSynchIterations(),
        from.getThreads(),
        from.getThreadGroups(),
        from.getThreadGroupLabels(),
        from.getForks(),
        from.getWarmupForks(),
        from.getWarmup(),
        from.getMeasurement(),
        from.getMode(),
        workload,
        from.getTimeUnit(),
        from.getOpsPerInvocation(),
        from.getJvm(),
        from.getJvmArgs(),
        from.getJdkVersion(),
        from.getVmName(),
        from.getVmVersion(),
        from.getJmhVersion(),
        from.getTimeout());
  }
}
