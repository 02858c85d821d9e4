package org.docduel.stats.jmh;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.Selection.SelectedResult;

/**
 * Who is compared with whom: the values of a parameter.
 *
 * @param values its values in the order in which they meet, or empty for all as they come
 */
public record ComparedSubjects(String parameter, List<String> values) {
  /** Nobody said. */
  public static final ComparedSubjects UNSAID = new ComparedSubjects("", List.of());

  private static final String STORE = "store";
  private static final List<String> DEFAULT_PARAMETERS = List.of(STORE, "variant");
  private static final int MAX_LISTED = 5;
  private static final String MODE = "mode";
  private static final String THREADS = "threads";

  /** Parameters that name what was to be done: no size, and nobody wins as one of their values. */
  public static final Set<String> TASKS = Set.of("query", "question", "scenario", "seed");

  /** Parameters that say how much was to be done: with one store they show growth. */
  private static final Set<String> LOADS =
      Set.of(MODE, THREADS, "rate", "kind", "documents", "payload", "rows", "links", "lookups");

  /** Names of parameters that say how much was to be done where their values are numbers. */
  private static final Pattern AMOUNT =
      Pattern.compile("(?i)n|len|.*(size|length|count|elements|capacity)");

  /** Whether a parameter asks for a task or a load: nobody wins as one of its values. */
  private static boolean isTaskOrLoad(String name, Collection<Map<String, String>> results) {
    return TASKS.contains(name)
        || LOADS.contains(name)
        || (AMOUNT.matcher(name).matches()
            && results.stream()
                .map(fields -> fields.getOrDefault(name, ""))
                .allMatch(value -> value.isEmpty() || Magnitude.of(value).isPresent()));
  }

  /**
   * Reads {@code PARAM} or {@code PARAM=V,V}; a comma within a value is written {@code \,}.
   *
   * @throws BadInputException when the parameter's name is missing, or fewer than two values are
   *     given
   */
  public static ComparedSubjects parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      return new ComparedSubjects(text, List.of());
    }
    List<String> values =
        Arrays.stream(text.substring(equals + 1).split(ParameterMatch.COMMA))
            .map(ParameterMatch::unescaped)
            .toList();
    if (equals == 0 || values.size() < 2) {
      throw new BadInputException(
          "--compare "
              + text
              + ": accepted is a parameter's name, or NAME=VALUE,VALUE with two values or more");
    }
    return new ComparedSubjects(text.substring(0, equals), values);
  }

  /** Whether a parameter says by its name that its values are what is compared. */
  public static boolean isDefaultParameter(String parameter) {
    return DEFAULT_PARAMETERS.contains(parameter);
  }

  /**
   * The parameter that is compared when nobody says: store or variant; else the one by which most
   * benchmarks have something to compare, else the benchmark itself, else threads. Never one that
   * asks for a task or a load.
   *
   * @param results the values of each, by parameter
   * @return empty if they differ in nothing of the kind
   */
  public static Optional<String> defaultParameter(Collection<Map<String, String>> results) {
    List<String> varying =
        results.stream()
            .flatMap(fields -> fields.keySet().stream())
            .distinct()
            .filter(name -> values(name, results) > 1)
            .toList();
    return DEFAULT_PARAMETERS.stream()
        .filter(varying::contains)
        .findFirst()
        .or(() ->
            varying.stream()
                .filter(name -> !name.equals(JmhResult.BENCHMARK))
                .filter(name -> !isTaskOrLoad(name, results))
                .filter(name -> benchmarksWith(name, results) > 0)
                .reduce((best, other) ->
                    benchmarksWith(other, results) > benchmarksWith(best, results) ? other : best))
        .or(() ->
            List.of(JmhResult.BENCHMARK, THREADS).stream().filter(varying::contains).findFirst());
  }

  /** Whether somebody said what is compared. */
  public boolean isSpecified() {
    return !parameter.isEmpty();
  }

  /** These; where nobody said, the values of the usual parameter, else those of store. */
  public ComparedSubjects orDefault(List<SelectedResult> results) {
    Optional<String> byDefault =
        defaultParameter(results.stream().map(SelectedResult::fields).toList());
    return isSpecified() ? this : new ComparedSubjects(byDefault.orElse(STORE), List.of());
  }

  /**
   * The same of selected results.
   *
   * @throws BadInputException if there is nothing to compare
   */
  public static String parameterOf(List<SelectedResult> results) {
    return defaultParameter(results.stream().map(SelectedResult::fields).toList())
        .orElseThrow(() -> {
          String varying = String.join(", ", SelectedResult.varying(results));
          return new BadInputException(
              varying.isEmpty()
                  ? "nothing to compare: the results differ in no parameter; compare takes two files"
                  : "nothing to compare: the results differ in %s only; --compare compares its values"
                      .formatted(varying));
        });
  }

  /** How many values a parameter has; that one has none is a value. */
  private static long values(String name, Collection<Map<String, String>> results) {
    return results.stream().map(fields -> fields.getOrDefault(name, "")).distinct().count();
  }

  /** How many benchmarks have several values of a parameter. */
  private static long benchmarksWith(String name, Collection<Map<String, String>> results) {
    return results.stream()
        .filter(fields -> fields.containsKey(name))
        .collect(Collectors.groupingBy(fields -> fields.getOrDefault(JmhResult.BENCHMARK, "")))
        .values()
        .stream()
        .filter(ofOne -> values(name, ofOne) > 1)
        .count();
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
    String some = Printable.some(names, MAX_LISTED, ", ");
    return List.of("Left out: " + some + " (no '" + parameter + "'); --compare chooses.");
  }

  /**
   * The results of the subjects, in their order.
   *
   * @throws BadInputException when a value has no result
   */
  public List<SelectedResult> among(List<SelectedResult> results) {
    return values.isEmpty()
        ? results
        : values.stream()
            .map(value -> new ParameterMatch(Map.of(parameter, value)).displayForm(results))
            .distinct()
            .flatMap(match -> match.among(results, SelectedResult::fields, "").stream())
            .toList();
  }
}
