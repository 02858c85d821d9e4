package org.docduel.core.launch;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.docduel.core.workload.Combination;

/**
 * Short names for the combinations of a plan: the subject, and the parameters that differ somewhere
 * in the plan.
 */
public final class Labels {
  private final Set<String> subjects;
  private final Set<String> varying;
  private final Map<String, String> shown;

  private Labels(Set<String> subjects, Set<String> varying, Map<String, String> shown) {
    this.subjects = Set.copyOf(subjects);
    this.varying = varying;
    this.shown = shown;
  }

  /** Labels. */
  public Labels(Set<String> subjects, List<Combination> plan) {
    this(subjects, varying(plan), Map.of());
  }

  private static Set<String> varying(List<Combination> plan) {
    Map<String, Set<String>> values =
        plan.stream()
            .flatMap(combination -> combination.parameters().entrySet().stream())
            .collect(
                Collectors.groupingBy(
                    Map.Entry::getKey,
                    Collectors.mapping(
                        Map.Entry::getValue, Collectors.toCollection(TreeSet::new))));
    return values.entrySet().stream()
        .filter(entry -> entry.getValue().size() > 1)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /**
   * With the products that were there.
   *
   * @param products subject to what is shown instead
   */
  Labels showing(Map<String, String> products) {
    return new Labels(subjects, varying, products);
  }

  /**
   * A combination's label.
   *
   * @return such as {@code noop payload=4KB}
   */
  public String of(Map<String, String> parameters) {
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

  /**
   * The order of tables about combinations that were run in another one.
   *
   * @param combinations the parameters of each, in the order of the result tables
   */
  Comparator<String> order(List<Map<String, String>> combinations) {
    List<String> labels = combinations.stream().map(this::of).toList();
    return Comparator.comparingInt(labels::indexOf);
  }
}
