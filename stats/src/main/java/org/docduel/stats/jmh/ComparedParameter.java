package org.docduel.stats.jmh;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which parameter's values are compared when nobody says. */
public final class ComparedParameter {
  private static final List<String> USUAL = List.of("store", "variant");
  private static final int NAMED = 4;

  private ComparedParameter() {}

  /**
   * Chooses among the parameters that vary.
   *
   * @param varying in order of first appearance
   * @return {@code store} or {@code variant}, whichever comes first in this order; empty when
   *     neither varies
   */
  public static Optional<String> among(List<String> varying) {
    return USUAL.stream().filter(varying::contains).findFirst();
  }

  /**
   * Chooses for results of one or several benchmark classes: the usual parameter; else the
   * parameter by which most benchmarks have something to compare, else the benchmark itself, else
   * mode or threads.
   *
   * @throws BadInputException if the results differ in nothing
   */
  public static String of(List<SelectedResult> results) {
    List<String> varying = VaryingFields.of(results);
    if (varying.isEmpty()) {
      throw new BadInputException(
          "nothing to compare: the results differ in no parameter; compare takes two files");
    }
    return among(varying)
        .orElseGet(() -> {
          Map<String, Integer> benchmarks = new LinkedHashMap<>();
          for (String name : varying) {
            if (!ResultFields.GENERAL.contains(name)) {
              benchmarks.put(name, benchmarksThatVaryBy(name, results));
            }
          }
          return benchmarks.entrySet().stream()
              .filter(entry -> entry.getValue() > 0)
              .reduce((one, other) -> other.getValue() > one.getValue() ? other : one)
              .map(Map.Entry::getKey)
              .orElse(varying.get(0));
        });
  }

  private static int benchmarksThatVaryBy(String name, List<SelectedResult> results) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    for (SelectedResult result : results) {
      if (result.fields().containsKey(name)) {
        values
            .computeIfAbsent(result.field(ResultFields.BENCHMARK), key -> new LinkedHashSet<>())
            .add(result.field(name));
      }
    }
    return (int) values.values().stream().filter(all -> all.size() > 1).count();
  }

  /** A sentence that names the results without a parameter; none when all have it. */
  public static List<String> without(String parameter, List<SelectedResult> results) {
    Set<String> names = new LinkedHashSet<>();
    for (SelectedResult result : results) {
      if (!result.fields().containsKey(parameter)) {
        names.add(result.label(List.of(ResultFields.BENCHMARK)));
      }
    }
    if (names.isEmpty()) {
      return List.of();
    }
    List<String> named = new ArrayList<>(names);
    String first = String.join(", ", named.subList(0, Math.min(NAMED, named.size())));
    String more = named.size() > NAMED ? " and " + (named.size() - NAMED) + " more" : "";
    return List.of("Left out: " + first + more + " (no '" + parameter + "'); --compare chooses.");
  }
}
