package org.docduel.core.fork;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Metrics of the current iteration that JMH's own clock does not give. Workloads put them, {@link
 * MetricsProfiler} takes them after each iteration, so that they stand in the JMH JSON beside the
 * score, iteration by iteration.
 */
public final class IterationMetrics {
  private static final Map<String, Metric> CURRENT = new LinkedHashMap<>();

  private IterationMetrics() {}

  /**
   * One number of one iteration.
   *
   * @param unit its unit
   */
  public record Metric(String name, double value, String unit) {}

  /**
   * Sets a metric of the current iteration.
   *
   * @param unit its unit
   */
  public static synchronized void put(String name, double value, String unit) {
    CURRENT.put(name, new Metric(name, value, unit));
  }

  /**
   * Takes what was set since the last time.
   *
   * @return the metrics in the order in which they were first set
   */
  static synchronized List<Metric> take() {
    List<Metric> taken = new ArrayList<>(CURRENT.values());
    CURRENT.clear();
    return taken;
  }
}
