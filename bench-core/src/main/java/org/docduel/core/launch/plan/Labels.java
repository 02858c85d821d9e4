package org.docduel.core.launch.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.docduel.core.workload.Combination;
import org.docduel.stats.jmh.JmhResult;

/**
 * Short names for the combinations of a plan: the subject, and the parameters that differ somewhere
 * in the plan.
 *
 * @param subjects the parameters that name subjects
 * @param displayNames what stands for a subject whose product was another one
 */
public record Labels(Set<String> subjects, Set<String> varying, Map<String, String> displayNames) {
  /** Beside the parameters of a combination: in tags of a log and in labels. */
  public static final String THREADS = "threads";

  public Labels(Set<String> subjects, List<Combination> plan) {
    this(subjects, varying(plan.stream().map(Combination::withBenchmark)), Map.of());
  }

  /** The parameters that have more than one value. */
  public static Set<String> varying(Stream<Map<String, String>> combinations) {
    Map<String, String> first = new HashMap<>();
    Set<String> varying = new TreeSet<>();
    combinations.forEach(combination ->
        combination.forEach((name, value) -> {
          if (!value.equals(first.computeIfAbsent(name, unseen -> value))) {
            varying.add(name);
          }
        }));
    return varying;
  }

  /** The same where the numbers of threads differ too. */
  public Labels withThreads() {
    Set<String> more = new TreeSet<>(varying);
    more.add(THREADS);
    return new Labels(subjects, more, displayNames);
  }

  public Labels withProductNames(Map<String, String> products) {
    return new Labels(subjects, varying, products);
  }

  /** The same of a result. */
  public String of(JmhResult result) {
    return of(new Combination(result.benchmark(), result.params()).withBenchmark());
  }

  /** Such as {@code noop payload=4KB}, after the benchmark where that differs. */
  public String of(Map<String, String> parameters) {
    List<String> parts = new ArrayList<>();
    String benchmark = parameters.getOrDefault(JmhResult.BENCHMARK, "");
    if (!benchmark.isEmpty() && varying.contains(JmhResult.BENCHMARK)) {
      parts.add(JmhResult.withoutPackage(benchmark));
    }
    for (String subject : subjects) {
      String name = parameters.getOrDefault(subject, "");
      parts.add(displayNames.getOrDefault(name, name));
    }
    parameters.forEach((name, value) -> {
      if (!subjects.contains(name) && !name.equals(JmhResult.BENCHMARK) && varying.contains(name)) {
        parts.add(name + "=" + value);
      }
    });
    parts.removeIf(String::isEmpty);
    return String.join(" ", parts);
  }
}
