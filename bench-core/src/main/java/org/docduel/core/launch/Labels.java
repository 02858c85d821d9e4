package org.docduel.core.launch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.docduel.core.workload.Combination;

/**
 * Short names for the combinations of a plan: the subject, and the parameters that differ somewhere
 * in the plan.
 *
 * @param subjects the parameters that name subjects
 * @param shown what stands for a subject whose product was another one
 */
record Labels(Set<String> subjects, Set<String> varying, Map<String, String> shown) {
  Labels(Set<String> subjects, List<Combination> plan) {
    this(subjects, varying(plan.stream().map(Combination::parameters)), Map.of());
  }

  /** The parameters that have more than one value. */
  static Set<String> varying(Stream<Map<String, String>> combinations) {
    Map<String, String> first = new HashMap<>();
    Set<String> varying = new TreeSet<>();
    combinations.forEach(one ->
        one.forEach((name, value) -> {
          if (!value.equals(first.computeIfAbsent(name, unseen -> value))) {
            varying.add(name);
          }
        }));
    return varying;
  }

  Labels showing(Map<String, String> products) {
    return new Labels(subjects, varying, products);
  }

  /** Such as {@code noop payload=4KB}. */
  String of(Map<String, String> parameters) {
    StringBuilder label = new StringBuilder();
    for (String subject : subjects) {
      String name = parameters.getOrDefault(subject, "");
      label.append(shown.getOrDefault(name, name));
    }
    parameters.forEach((name, value) -> {
      if (!subjects.contains(name) && varying.contains(name)) {
        label.append(label.isEmpty() ? "" : " ").append(name).append('=').append(value);
      }
    });
    return label.toString();
  }
}
