package org.docduel.core.launch.plan;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.Subjects;
import org.docduel.core.workload.Workload;
import org.docduel.stats.jmh.ComparedSubjects;

/** Who is compared with whom, and the verdicts on them. */
public record Comparisons(Workload workload, List<StoreProvider> stores) {
  /**
   * Who is compared in a benchmark: the subjects whose store keeps something, or with less than two
   * of them the usual one of the parameters in which alone some differ.
   *
   * @return what the option {@code --compare} takes; empty when nothing varies
   */
  public Optional<String> of(String benchmark, Collection<Map<String, String>> combinations) {
    Experiment experiment = workload.experiment(benchmark);
    Subjects subjects = experiment.subjects(stores);
    List<String> compared =
        combinations.stream()
            .flatMap(combination -> Stream.ofNullable(combination.get(subjects.parameter())))
            .distinct()
            .filter(subject ->
                Optional.ofNullable(subjects.stores().get(subject))
                    .filter(Comparisons::retainsData)
                    .isPresent())
            .toList();
    if (compared.size() > 1) {
      return Optional.of(subjects.parameter() + "=" + String.join(",", compared));
    }
    Set<String> others =
        combinations.stream()
            .flatMap(combination -> combination.keySet().stream())
            .distinct()
            .filter(parameter ->
                parameter.equals(subjects.parameter()) || !differsAlone(parameter, combinations))
            .collect(Collectors.toSet());
    List<Map<String, String>> reduced =
        combinations.stream().<Map<String, String>>map(LinkedHashMap::new).toList();
    reduced.forEach(combination -> combination.keySet().removeAll(others));
    return ComparedSubjects.defaultParameter(reduced);
  }

  /** Whether two differ in a parameter and in nothing else. */
  private static boolean differsAlone(
      String parameter, Collection<Map<String, String>> combinations) {
    Set<Map<String, String>> others = new HashSet<>();
    return combinations.stream()
        .distinct()
        .map(HashMap::new)
        .anyMatch(reduced -> {
          reduced.remove(parameter);
          return !others.add(reduced);
        });
  }

  /**
   * Whether a store keeps what it is given: it gives documents back, or answers the queries of
   * suites. One that does not is no candidate.
   */
  public static boolean retainsData(StoreProvider store) {
    return !Collections.disjoint(
        store.capabilities(), Set.of(Capability.READ_BACK, Capability.QUERY_SUITE));
  }
}
