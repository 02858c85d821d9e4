package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.fork.StoreState;
import org.docduel.core.workload.Combination;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * Every combination that a command line asks for: each benchmark with each value of each of its
 * parameters, those of {@code -p} in place of the benchmark's own.
 */
public final class CrossProduct {
  private final Collection<BenchmarkListEntry> benchmarks;
  private final Map<String, String> given;

  /**
   * A product.
   *
   * @param benchmarks the benchmarks that the command line names
   * @param given what {@code -p} gives
   */
  public CrossProduct(Collection<BenchmarkListEntry> benchmarks, Map<String, String> given) {
    this.benchmarks = List.copyOf(benchmarks);
    this.given = given;
  }

  /**
   * Checks names and values and multiplies.
   *
   * @param parameters the parameters that there are, with their checks
   * @param declared names that stores declare
   * @return the combinations, in the benchmarks' order, without the declared parameters
   * @throws BadInputException for a name that no benchmark has, or a value that a check refuses
   */
  public List<Combination> combinations(List<Parameter<?>> parameters, Set<String> declared) {
    Set<String> names = new TreeSet<>(declared);
    for (BenchmarkListEntry benchmark : benchmarks) {
      names.addAll(defaults(benchmark).keySet());
    }
    for (String name : given.keySet()) {
      if (!names.contains(name)) {
        throw new BadInputException(
            "-p "
                + name
                + "="
                + given.get(name)
                + ": no benchmark here has this parameter; there are "
                + String.join(", ", names));
      }
    }
    for (Parameter<?> parameter : parameters) {
      if (given.containsKey(parameter.name())) {
        values(given.get(parameter.name())).forEach(parameter::parse);
      }
    }
    Set<Combination> all = new LinkedHashSet<>();
    for (BenchmarkListEntry benchmark : benchmarks) {
      all.addAll(multiply(benchmark));
    }
    return List.copyOf(all);
  }

  private List<Combination> multiply(BenchmarkListEntry benchmark) {
    List<Map<String, String>> rows = List.of(Map.of());
    for (Map.Entry<String, String[]> parameter : defaults(benchmark).entrySet()) {
      String name = parameter.getKey();
      List<String> values =
          given.containsKey(name) ? values(given.get(name)) : Arrays.asList(parameter.getValue());
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> row : rows) {
        for (String value : values) {
          Map<String, String> next = new LinkedHashMap<>(row);
          next.put(name, value);
          longer.add(next);
        }
      }
      rows = longer;
    }
    return rows.stream().map(row -> new Combination(benchmark.getUsername(), row)).toList();
  }

  private static Map<String, String[]> defaults(BenchmarkListEntry benchmark) {
    Map<String, String[]> fields = new LinkedHashMap<>(benchmark.getParams().orElse(Map.of()));
    fields.remove(StoreState.SETTINGS);
    return fields;
  }

  public static List<String> values(String joined) {
    return Arrays.stream(joined.split(",", -1)).distinct().toList();
  }
}
