package org.docduel.core.launch;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Short names for the combinations of a plan: the store, and the parameters that differ somewhere
 * in the plan.
 */
final class Labels {
  private static final String STORE = "store";

  private final Set<String> varying;

  Labels(List<Combination> plan) {
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
  String of(Map<String, String> parameters) {
    StringBuilder label = new StringBuilder(parameters.getOrDefault(STORE, ""));
    parameters.forEach((name, value) -> {
      if (!name.equals(STORE) && varying.contains(name)) {
        label.append(label.isEmpty() ? "" : " ").append(name).append('=').append(value);
      }
    });
    return label.toString();
  }
}
