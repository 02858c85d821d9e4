package org.docduel.core.launch;

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
 * @param shown what stands for a subject whose product was another one
 */
record Labels(Set<String> subjects, Set<String> varying, Map<String, String> shown) {
  Labels(Set<String> subjects, List<Combination> plan) {
    this(subjects, varying(plan.stream().map(Combination::named)), Map.of());
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

  /** The same of a result. */
  String of(JmhResult result) {
    return of(new Combination(result.benchmark(), result.params()).named());
  }

  /** Such as {@code noop payload=4KB}, after the benchmark where that differs. */
  String of(Map<String, String> parameters) {
    List<String> words = new ArrayList<>();
    String benchmark = parameters.getOrDefault(JmhResult.BENCHMARK, "");
    if (!benchmark.isEmpty() && varying.contains(JmhResult.BENCHMARK)) {
      words.add(JmhResult.withoutPackage(benchmark));
    }
    for (String subject : subjects) {
      String name = parameters.getOrDefault(subject, "");
      words.add(shown.getOrDefault(name, name));
    }
    parameters.forEach((name, value) -> {
      if (!subjects.contains(name) && !name.equals(JmhResult.BENCHMARK) && varying.contains(name)) {
        words.add(name + "=" + value);
      }
    });
    words.removeIf(String::isEmpty);
    return String.join(" ", words);
  }
}
