package org.docduel.core.workload;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.config.StoreConfig.UpdateKind;

/**
 * One benchmark with one value for each of its parameters.
 *
 * @param parameters name to value, in the benchmark's order
 */
public record Combination(String benchmark, Map<String, String> parameters, Set<String> declared) {
  /** Copies the map and keeps its order. */
  public Combination {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    declared = Set.copyOf(declared);
  }

  /**
   * A combination of JMH's own parameters.
   *
   * @param parameters name to value, in the benchmark's order
   */
  public Combination(String benchmark, Map<String, String> parameters) {
    this(benchmark, parameters, Set.of());
  }

  /**
   * A parameter's value.
   *
   * @return the value, or the empty string when the benchmark has no such parameter
   */
  public String value(String name) {
    return parameters.getOrDefault(name, "");
  }

  /** A parameter's value as what it stands for. */
  public <T> T get(Parameter<T> parameter) {
    return parameter.parse(value(parameter.name()));
  }

  private boolean has(Parameter<?> parameter) {
    return parameters.containsKey(parameter.name());
  }

  /** With another value for a parameter that is there. */
  public Combination with(String name, String value) {
    Map<String, String> changed = new LinkedHashMap<>(parameters);
    changed.replace(name, value);
    return new Combination(benchmark, changed, declared);
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
    StoreConfig config = StoreConfig.defaults().withSettings(settings());
    if (has(Durability.PARAMETER)) {
      config = config.withDurability(get(Durability.PARAMETER));
    }
    if (has(PayloadEncoding.PARAMETER)) {
      config = config.withEncoding(get(PayloadEncoding.PARAMETER));
    }
    if (has(UpdateKind.PARAMETER)) {
      config = config.withUpdate(get(UpdateKind.PARAMETER));
    }
    if (has(StoreConfig.POOL)) {
      config = config.withPool(get(StoreConfig.POOL));
    }
    return config;
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
