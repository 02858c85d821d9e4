package org.docduel.core.harness.launch.console;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.docduel.core.harness.workload.Combination;

/**
 * Short names for the combinations of a plan: the contestant, and the parameters that differ
 * somewhere in the plan.
 */
public final class Labels {
  private final String contestant;
  private final Set<String> varying;

  /**
   * Labels.
   *
   * @param contestant the parameter whose value is shown without its name
   * @param plan the combinations
   */
  public Labels(String contestant, List<Combination> plan) {
    this.contestant = contestant;
    Map<String, Set<String>> values =
        plan.stream()
            .flatMap(combination -> combination.parameters().entrySet().stream())
            .collect(
                Collectors.groupingBy(
                    Map.Entry::getKey,
                    Collectors.mapping(
                        Map.Entry::getValue, Collectors.toCollection(TreeSet::new))));
    varying =
        values.entrySet().stream()
            .filter(entry -> entry.getValue().size() > 1)
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
  }

  /**
   * A combination's label.
   *
   * @param parameters name to value
   * @return such as {@code postgres-jsonb payload=4KB}
   */
  public String of(Map<String, String> parameters) {
    StringBuilder label = new StringBuilder(parameters.getOrDefault(contestant, ""));
    parameters.forEach((name, value) -> {
      if (!name.equals(contestant) && varying.contains(name)) {
        label.append(label.isEmpty() ? "" : " ").append(name).append('=').append(value);
      }
    });
    return label.toString();
  }
}
