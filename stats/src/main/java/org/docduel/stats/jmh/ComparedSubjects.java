package org.docduel.stats.jmh;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.stats.jmh.Selection.SelectedResult;

/**
 * Who is compared with whom: the values of a parameter.
 *
 * @param values its values in the order in which they meet, or empty for all as they come
 */
public record ComparedSubjects(String parameter, List<String> values) {
  private static final List<String> USUAL = List.of("store", "variant");

  /** The fields that every result has, whatever its parameters. */
  private static final Set<String> GENERAL = Set.of(JmhResult.BENCHMARK, "mode", "threads");

  /**
   * Reads {@code PARAM} or {@code PARAM=V,V}.
   *
   * @throws BadInputException when the parameter's name is missing, or fewer than two values are
   *     given
   */
  public static ComparedSubjects parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      return new ComparedSubjects(text, List.of());
    }
    List<String> values = List.of(text.substring(equals + 1).split(","));
    if (equals == 0 || values.size() < 2) {
      throw new BadInputException(
          "--compare "
              + text
              + ": accepted is a parameter's name, or NAME=VALUE,VALUE with two values or more");
    }
    return new ComparedSubjects(text.substring(0, equals), values);
  }

  /** Whether a parameter says by its name that its values are what is compared. */
  public static boolean isUsual(String parameter) {
    return USUAL.contains(parameter);
  }

  /** The usual parameter among those that vary; empty when neither store nor variant does. */
  public static Optional<String> usual(List<String> varying) {
    return USUAL.stream().filter(varying::contains).findFirst();
  }

  /**
   * The parameter that is compared when nobody says: the usual one; else the one by which most
   * benchmarks have something to compare, else the benchmark itself, else mode or threads.
   *
   * @throws BadInputException if the results differ in nothing
   */
  public static String parameterOf(List<SelectedResult> results) {
    List<String> varying = SelectedResult.varying(results);
    if (varying.isEmpty()) {
      throw new BadInputException(
          "nothing to compare: the results differ in no parameter; compare takes two files");
    }
    return usual(varying)
        .or(() ->
            varying.stream()
                .filter(name -> !GENERAL.contains(name) && benchmarksWith(name, results) > 0)
                .reduce((one, other) ->
                    benchmarksWith(other, results) > benchmarksWith(one, results) ? other : one))
        .orElse(varying.get(0));
  }

  /** How many benchmarks have several values of a parameter. */
  private static long benchmarksWith(String name, List<SelectedResult> results) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    for (SelectedResult result : results) {
      if (result.fields().containsKey(name)) {
        values
            .computeIfAbsent(result.field(JmhResult.BENCHMARK), key -> new LinkedHashSet<>())
            .add(result.field(name));
      }
    }
    return values.values().stream().filter(all -> all.size() > 1).count();
  }

  /** A sentence that names the results without a parameter; none when all have it. */
  public static List<String> without(String parameter, List<SelectedResult> results) {
    List<String> names =
        results.stream()
            .filter(result -> !result.fields().containsKey(parameter))
            .map(result -> result.label(List.of(JmhResult.BENCHMARK)))
            .distinct()
            .toList();
    if (names.isEmpty()) {
      return List.of();
    }
    String first = String.join(", ", names.subList(0, Math.min(4, names.size())));
    String more = names.size() > 4 ? " and " + (names.size() - 4) + " more" : "";
    return List.of("Left out: " + first + more + " (no '" + parameter + "'); --compare chooses.");
  }

  /**
   * The results of the subjects, in their order.
   *
   * @throws BadInputException when a value has no result
   */
  public List<SelectedResult> among(List<SelectedResult> results) {
    List<String> shown = shown(results);
    if (shown.isEmpty()) {
      return results;
    }
    for (String value : shown) {
      if (results.stream().noneMatch(result -> result.field(parameter).equals(value))) {
        throw new BadInputException(
            "--compare " + parameter + ": no result has the value '" + value + "'");
      }
    }
    return results.stream()
        .filter(result -> shown.contains(result.field(parameter)))
        .sorted(Comparator.comparingInt(result -> shown.indexOf(result.field(parameter))))
        .toList();
  }

  /** The values as results show them. */
  public List<String> shown(List<SelectedResult> results) {
    return values.stream()
        .flatMap(value -> shown(parameter, value, results).stream())
        .distinct()
        .toList();
  }

  /** What results show where they were measured with a value; the value where none was. */
  public static List<String> shown(String name, String value, List<SelectedResult> results) {
    List<String> shown =
        results.stream()
            .filter(result -> value.equals(result.measured().get(name)))
            .map(result -> result.field(name))
            .distinct()
            .toList();
    return shown.isEmpty() ? List.of(value) : shown;
  }
}
