package org.docduel.core.workload;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.stats.jmh.JmhResult;

/**
 * One benchmark with one value for each of its parameters.
 *
 * @param parameters name to value, in the benchmark's order
 * @param declared the names of those that stores declare
 */
public record Combination(String benchmark, Map<String, String> parameters, Set<String> declared) {
  public Combination {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    declared = Set.copyOf(declared);
  }

  /** Of JMH's own parameters. */
  public Combination(String benchmark, Map<String, String> parameters) {
    this(benchmark, parameters, Set.of());
  }

  /** The parameters, with the full name of the {@code benchmark}. */
  public Map<String, String> withBenchmark() {
    Map<String, String> all = new LinkedHashMap<>(parameters);
    all.put(JmhResult.BENCHMARK, benchmark);
    return all;
  }

  /** A parameter's value; empty when the benchmark has no such parameter. */
  public String value(String name) {
    return parameters.getOrDefault(name, "");
  }

  /** A parameter's value as what it stands for. */
  public <T> T get(Parameter<T> parameter) {
    return parameter.parse(value(parameter.name()));
  }

  /** A parameter's value, or another one where the benchmark has no such parameter. */
  public <T> T getOr(Parameter<T> parameter, T otherwise) {
    return parameters.containsKey(parameter.name()) ? get(parameter) : otherwise;
  }

  /** With another value for a parameter that is there. */
  public Combination with(String name, String value) {
    Map<String, String> changed = new LinkedHashMap<>(parameters);
    changed.replace(name, value);
    return new Combination(benchmark, changed, declared);
  }

  /** With one parameter more, which a store may have declared. */
  public Combination and(String name, String value, boolean byStore) {
    Map<String, String> more = new LinkedHashMap<>(parameters);
    more.put(name, value);
    Set<String> names = new LinkedHashSet<>(declared);
    if (byStore) {
      names.add(name);
    }
    return new Combination(benchmark, more, names);
  }

  /** What JMH is told: its own parameters, those of stores as one. */
  public Map<String, String> forJmh(String settings) {
    Map<String, String> all = new LinkedHashMap<>(parameters);
    all.keySet().removeAll(declared);
    if (!declared.isEmpty()) {
      all.put(settings, settings().text());
    }
    return all;
  }

  private StoreSettings settings() {
    return new StoreSettings(
        declared.stream().collect(Collectors.toMap(name -> name, this::value)));
  }

  /**
   * The store's settings in it.
   *
   * @throws org.docduel.core.config.BadInputException when a value is not accepted
   */
  public StoreConfig storeConfig() {
    StoreConfig defaults = StoreConfig.defaults();
    return new StoreConfig(
        getOr(Durability.PARAMETER, defaults.durability()),
        getOr(PayloadEncoding.PARAMETER, defaults.encoding()),
        getOr(UpdateKind.PARAMETER, defaults.update()),
        getOr(StoreConfig.POOL, defaults.pool()),
        settings());
  }

  /** The benchmark's name as people say it. */
  public String shortName() {
    int method = benchmark.lastIndexOf('.');
    return benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
  }

  @Override
  public String toString() {
    return parameters.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(" ", shortName() + " ", ""));
  }
}
