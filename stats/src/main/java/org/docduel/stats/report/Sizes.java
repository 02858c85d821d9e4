package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.stats.jmh.Magnitude;

/**
 * A parameter whose values are sizes and so have an order: 1000, 4KB, 10x20B, users-90.
 *
 * @param parameter its name
 * @param steps its values, smallest first
 * @param logarithmic whether they spread over so wide a range that equal ratios read better
 */
record Sizes(String parameter, List<Step> steps, boolean logarithmic) {
  /** Numbers of things that are no amounts. */
  private static final Set<String> NAMES = Set.of("query", "question", "scenario", "seed");

  /** Two numbers with a point, such as 1.2, are a place in a list rather than a size. */
  private static final Pattern PLACE = Pattern.compile("[0-9]+\\.[0-9]+");

  private static final Pattern PREFIX = Pattern.compile("[a-z]+-");
  private static final double WIDE_RANGE = 8;

  /** A value of the parameter and what it amounts to. */
  record Step(String value, double size) {}

  /** The parameter as sizes, when it has two or more values and all are sizes. */
  static Optional<Sizes> of(String parameter, List<String> all) {
    List<String> values = all.stream().distinct().toList();
    if (NAMES.contains(parameter)
        || values.stream().map(Sizes::prefix).distinct().count() > 1
        || values.stream().anyMatch(value -> PLACE.matcher(value).matches())) {
      return Optional.empty();
    }
    List<Step> steps = new ArrayList<>();
    for (String value : values) {
      OptionalDouble size = Magnitude.of(value);
      if (size.isEmpty()) {
        return Optional.empty();
      }
      steps.add(new Step(value, size.getAsDouble()));
    }
    steps.sort(Comparator.comparingDouble(Step::size));
    if (steps.size() < 2 || steps.stream().map(Step::size).distinct().count() < steps.size()) {
      return Optional.empty();
    }
    double low = steps.get(0).size();
    double high = steps.get(steps.size() - 1).size();
    return Optional.of(new Sizes(parameter, steps, low > 0 && high / low >= WIDE_RANGE));
  }

  private static String prefix(String value) {
    Matcher word = PREFIX.matcher(value);
    return word.lookingAt() ? word.group() : "";
  }

  /** A value as it stands beside an axis: without what all values begin with. */
  static String label(String value) {
    return value.substring(prefix(value).length());
  }
}
