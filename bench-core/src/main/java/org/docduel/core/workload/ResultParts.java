package org.docduel.core.workload;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.WorkloadParams;

/** For results whose parameters a reader sees otherwise than JMH ran them. */
public final class ResultParts {
  private ResultParts() {}

  /** The parameters of a result, with another value for one of them. */
  public static BenchmarkParams params(BenchmarkParams from, String name, String value) {
    WorkloadParams workload = new WorkloadParams();
    int position = 0;
    for (String key : from.getParamsKeys()) {
      workload.put(key, key.equals(name) ? value : from.getParam(key), position++);
    }
    return params(from, from.getThreads(), workload);
  }

  /** The parameters of a result, with another number of threads and others of its own. */
  public static BenchmarkParams params(BenchmarkParams from, int threads, WorkloadParams workload) {
    return new BenchmarkParams(
        from.getBenchmark(),
        from.generatedBenchmark(),
        from.shouldSynchIterations(),
        threads,
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
