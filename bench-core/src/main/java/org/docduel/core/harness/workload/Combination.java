package org.docduel.core.harness.workload;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.docduel.core.config.Durability;
import org.docduel.core.config.InsertPath;
import org.docduel.core.config.KeyPlacement;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.config.UpdateOptions;

/**
 * One benchmark with one value for each of its parameters.
 *
 * @param benchmark the full name, class and method
 * @param parameters name to value, in the benchmark's order
 */
public record Combination(String benchmark, Map<String, String> parameters) {
  /** Copies the map and keeps its order. */
  public Combination {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /**
   * A parameter's value.
   *
   * @param name a parameter's name
   * @return the value, or the empty string when the benchmark has no such parameter
   */
  public String value(String name) {
    return parameters.getOrDefault(name, "");
  }

  /**
   * With another value for a parameter that is there.
   *
   * @param name the parameter
   * @param value the new value
   * @return a changed copy
   */
  public Combination with(String name, String value) {
    Map<String, String> changed = new LinkedHashMap<>(parameters);
    changed.replace(name, value);
    return new Combination(benchmark, changed);
  }

  /**
   * The store's settings in it.
   *
   * @return those that the parameters name, the defaults for the others
   * @throws org.docduel.core.config.BadInputException when a value is none
   */
  public StoreConfig storeConfig() {
    StoreConfig config = StoreConfig.defaults();
    if (parameters.containsKey(Durability.PARAMETER)) {
      config = config.withDurability(Durability.parse(value(Durability.PARAMETER)));
    }
    if (parameters.containsKey(PayloadEncoding.PARAMETER)) {
      config = config.withEncoding(PayloadEncoding.parse(value(PayloadEncoding.PARAMETER)));
    }
    if (parameters.containsKey(InsertPath.PARAMETER)) {
      config = config.withPath(InsertPath.parse(value(InsertPath.PARAMETER)));
    }
    return config.withUpdates(updateOptions());
  }

  private UpdateOptions updateOptions() {
    UpdateOptions options = UpdateOptions.defaults();
    if (parameters.containsKey(UpdateKind.PARAMETER)) {
      options = options.withKind(UpdateKind.parse(value(UpdateKind.PARAMETER)));
    }
    if (parameters.containsKey(KeyPlacement.PARAMETER)) {
      options = options.withKey(KeyPlacement.parse(value(KeyPlacement.PARAMETER)));
    }
    String fillFactor = UpdateOptions.FILL_FACTOR.parameter();
    if (parameters.containsKey(fillFactor)) {
      options = options.withFillFactor(UpdateOptions.FILL_FACTOR.parse(value(fillFactor)));
    }
    String pool = UpdateOptions.POOL.parameter();
    if (parameters.containsKey(pool)) {
      options = options.withPool(UpdateOptions.POOL.parse(value(pool)));
    }
    return options;
  }

  /**
   * The benchmark's name as people say it.
   *
   * @return class and method, without the package
   */
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
