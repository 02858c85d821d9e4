package org.docduel.stats.jmh;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.Selection.SelectedResult;

/**
 * Values that fields of a result must have, all of them.
 *
 * @param values field to value
 */
public record ParameterMatch(Map<String, String> values) {
  /** Parts values; one within a value stands after a backslash. */
  static final String COMMA = "(?<!\\\\),";

  /** Matches every result. */
  public static final ParameterMatch ANY = new ParameterMatch(Map.of());

  public ParameterMatch {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /**
   * Parses {@code K=V[,K=V]}. A part without an equals sign belongs to the value before it, so that
   * {@code text=a,b} is one value; a comma before what looks like another pair is written {@code
   * \,}; {@code V|W} is either of two values.
   *
   * @throws BadInputException if the first part has no equals sign, a key is empty, or a key was
   *     there before
   */
  public static ParameterMatch parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    String last = "";
    for (String part : text.split(COMMA, -1)) {
      int equals = part.indexOf('=');
      if (equals < 0 && !last.isEmpty()) {
        values.merge(last, unescaped(part), (value, more) -> value + "," + more);
        continue;
      }
      if (equals < 1) {
        throw new BadInputException("'" + text + "': '" + part + "' is not of the form NAME=VALUE");
      }
      last = part.substring(0, equals).strip();
      if (values.put(last, unescaped(part.substring(equals + 1))) != null) {
        throw new BadInputException("'" + text + "': '" + last + "' is given twice");
      }
    }
    return new ParameterMatch(values);
  }

  static String unescaped(String value) {
    return value.strip().replace("\\,", ",");
  }

  /** The fields this match looks at. */
  public Set<String> keys() {
    return values.keySet();
  }

  /** Whether a result has all the values; a benchmark may be named with or without its package. */
  public boolean matches(Map<String, String> fields) {
    return values.entrySet().stream()
        .allMatch(wanted -> {
          String value = fields.get(wanted.getKey());
          if (value == null) {
            return false;
          }
          List<String> names = List.of(value, displayForm(wanted.getKey(), value));
          return names.contains(wanted.getValue())
              || Arrays.stream(wanted.getValue().split("\\|")).anyMatch(names::contains);
        });
  }

  /**
   * Those that match, at least one.
   *
   * @param role what a message calls them before the match; or empty
   * @throws BadInputException if a field is unknown or nothing matches
   */
  public <T> List<T> among(List<T> all, Function<T, Map<String, String>> fieldsOf, String role) {
    List<Map<String, String>> fields = all.stream().map(fieldsOf).toList();
    requireKnown(keys(), fields);
    List<T> matching = all.stream().filter(item -> matches(fieldsOf.apply(item))).toList();
    if (matching.isEmpty()) {
      String offers =
          keys().stream()
              .map(key ->
                  fields.stream()
                      .map(each -> each.getOrDefault(key, "(none)"))
                      .distinct()
                      .collect(Collectors.joining(", ", "'" + key + "' has ", "")))
              .collect(Collectors.joining("; "));
      throw new BadInputException("no result matches " + role + this + "; " + offers);
    }
    return matching;
  }

  static void requireKnown(Collection<String> names, List<Map<String, String>> fields) {
    Set<String> available = new LinkedHashSet<>();
    fields.forEach(each -> available.addAll(each.keySet()));
    for (String name : names) {
      if (!available.contains(name)) {
        throw new BadInputException(
            "unknown parameter '" + name + "'; the results have " + String.join(", ", available));
      }
    }
  }

  /** The same of the values that results show where they were measured with these. */
  ParameterMatch displayForm(List<SelectedResult> results) {
    Map<String, String> displayValues = new LinkedHashMap<>();
    values.forEach((name, value) -> {
      Set<String> all = new LinkedHashSet<>();
      for (String part : value.split("\\|", -1)) {
        List<String> replacements =
            results.stream()
                .filter(result -> part.equals(result.measured().get(name)))
                .map(result -> result.field(name))
                .toList();
        all.addAll(replacements.isEmpty() ? List.of(part) : replacements);
      }
      displayValues.put(name, String.join("|", all));
    });
    return new ParameterMatch(displayValues);
  }

  /** A value as labels show it: a benchmark loses its package. */
  static String displayForm(String field, String value) {
    return field.equals(JmhResult.BENCHMARK) ? JmhResult.withoutPackage(value) : value;
  }

  /** The form that was parsed. */
  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }
}
