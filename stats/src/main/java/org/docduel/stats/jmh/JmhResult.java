package org.docduel.stats.jmh;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One result of a JMH JSON file. Immutable.
 *
 * @param source the file and the place in it
 * @param benchmark the full name of the benchmark method
 * @param mode the mode it ran in
 * @param params its parameters, in the order of the file
 * @param protocol threads, forks and iterations
 * @param environment the virtual machine it ran on
 * @param primary the primary metric
 * @param secondary the secondary metrics by name
 */
public record JmhResult(
    Source source,
    String benchmark,
    Mode mode,
    Map<String, String> params,
    Protocol protocol,
    Environment environment,
    JmhMetric primary,
    Map<String, JmhMetric> secondary) {

  /** Copies the maps, keeping their order. */
  public JmhResult {
    params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
    secondary = Collections.unmodifiableMap(new LinkedHashMap<>(secondary));
  }

  /**
   * How many calls of the benchmark end within the time that the primary metric gives: where JMH
   * times each thread alone, all threads do in that time what one does. A single shot is a whole
   * batch of calls; JMH divides other times and all rates by the batch itself.
   *
   * @return 1 for a rate, else the threads, times the batch for single shots
   */
  public long callsAtOnce() {
    long threads = Math.max(1, protocol.threads());
    return switch (mode) {
      case THROUGHPUT -> 1;
      case AVERAGE_TIME, SAMPLE_TIME -> threads;
      case SINGLE_SHOT -> threads * Math.max(1, protocol.measurementBatchSize());
    };
  }

  /** The benchmark's class and method without the package. */
  public String shortName() {
    int method = benchmark.lastIndexOf('.');
    int type = method < 0 ? -1 : benchmark.lastIndexOf('.', method - 1);
    return benchmark.substring(type + 1);
  }

  /**
   * A metric by its name; old names with a leading middle dot find the new ones.
   *
   * @param name the name of a secondary metric
   */
  public Optional<JmhMetric> metric(String name) {
    return Optional.ofNullable(secondary.get(MetricName.normalised(name)));
  }
}
