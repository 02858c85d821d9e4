package org.docduel.stats.jmh;

import java.util.Comparator;
import java.util.List;

/**
 * Who is compared with whom: the values of a parameter.
 *
 * @param parameter the parameter
 * @param values its values in the order in which they meet, or empty for all as they come
 */
public record ComparedSubjects(String parameter, List<String> values) {
  /**
   * Reads {@code PARAM} or {@code PARAM=V,V}.
   *
   * @param text the option's value
   * @return who is compared
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

  /**
   * The results of the subjects, in their order.
   *
   * @param results any results
   * @return those that take part
   * @throws BadInputException when a value has no result
   */
  public List<SelectedResult> among(List<SelectedResult> results) {
    if (values.isEmpty()) {
      return results;
    }
    for (String value : values) {
      if (results.stream().noneMatch(result -> result.field(parameter).equals(value))) {
        throw new BadInputException(
            "--compare " + parameter + ": no result has the value '" + value + "'");
      }
    }
    return results.stream()
        .filter(result -> values.contains(result.field(parameter)))
        .sorted(Comparator.comparingInt(result -> values.indexOf(result.field(parameter))))
        .toList();
  }
}
