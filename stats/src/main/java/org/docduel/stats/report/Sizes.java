package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import org.docduel.stats.jmh.Magnitude;
import org.docduel.stats.report.Charts.Stop;
import org.docduel.stats.table.Numbers;

/** Parameters whose values are sizes and so have an order: 1000, 4KB, 10x20B, users-90. */
final class Sizes {
  /** Numbers of things that are no amounts. */
  private static final Set<String> NAMES = Set.of("query", "question", "scenario", "seed");

  /** Two numbers with a point, such as 1.2, are a place in a list rather than a size. */
  private static final Pattern PLACE = Pattern.compile("[0-9]+\\.[0-9]+");

  private static final Pattern PREFIX = Pattern.compile("^[a-z]+-");
  private static final double WIDE_RANGE = 8;

  private Sizes() {}

  /** The values of a parameter along an axis, if there are two or more and all are sizes. */
  static Optional<Charts.Across> axis(String parameter, List<String> all) {
    List<String> values = all.stream().distinct().toList();
    long prefixes =
        values.stream()
            .map(value -> value.substring(0, value.length() - bare(value).length()))
            .distinct()
            .count();
    if (NAMES.contains(parameter)
        || prefixes > 1
        || values.stream().anyMatch(value -> PLACE.matcher(value).matches())) {
      return Optional.empty();
    }
    List<Stop> stops = new ArrayList<>();
    for (String value : values) {
      OptionalDouble size = Magnitude.of(value);
      if (size.isEmpty()) {
        return Optional.empty();
      }
      boolean many = value.matches("\\d{4,}");
      stops.add(
          new Stop(size.getAsDouble(), many ? Numbers.compact(size.getAsDouble()) : bare(value)));
    }
    stops.sort(Comparator.comparingDouble(Stop::value));
    if (stops.size() < 2 || stops.stream().map(Stop::value).distinct().count() < stops.size()) {
      return Optional.empty();
    }
    double low = stops.get(0).value();
    double high = stops.get(stops.size() - 1).value();
    return Optional.of(
        new Charts.Across(parameter, stops, low > 0 && high / low >= WIDE_RANGE, low, high));
  }

  private static String bare(String value) {
    return PREFIX.matcher(value).replaceFirst("");
  }
}
