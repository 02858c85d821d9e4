package org.docduel.core.fork;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
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
    return IterationMetrics.take();
  }

  /**
   * Metrics of the current iteration that JMH's own clock does not give. Workloads put them, {@link
   * MetricsProfiler} takes them after each iteration, so that they stand in the JMH JSON beside the
   * score, iteration by iteration.
   */
  public static final class IterationMetrics {
    /** What names of metrics begin with that are of a whole fork; its last iteration has them. */
    public static final String OF_FORK = "fork.";

    private static final Map<String, Metric> CURRENT = new LinkedHashMap<>();

    private IterationMetrics() {}

    /**
     * One number of one iteration. The score is the mean, or of what is of whole forks the largest.
     * JMH counts iterations without a metric as zeros where there is a result that says zero.
     */
    public static final class Metric extends ScalarResult {
      private static final long serialVersionUID = 1L;

      public Metric(String name, double value, String unit) {
        super(
            name,
            value,
            unit,
            name.startsWith(OF_FORK) ? AggregationPolicy.MAX : AggregationPolicy.AVG);
      }

      @Override
      protected Aggregator<ScalarResult> getThreadAggregator() {
        return results -> results.iterator().next(); // there is one in an iteration: itself
      }

      @Override
      @SuppressWarnings("NullAway") // JMH's own word for no such result
      protected ScalarResult getZeroResult() {
        return null;
      }
    }

    /** Sets a metric of the current iteration. */
    public static synchronized void put(String name, double value, String unit) {
      CURRENT.put(name, new Metric(name, value, unit));
    }

    /** Takes what was set since the last time, in the order in which it was first set. */
    static synchronized List<Metric> take() {
      List<Metric> taken = List.copyOf(CURRENT.values());
      CURRENT.clear();
      return taken;
    }
  }
}
