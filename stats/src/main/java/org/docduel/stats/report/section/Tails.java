package org.docduel.stats.report.section;

import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Metrics that are percentiles of one thing: {@code response.p50}, {@code response.p99}, {@code
 * response.max}. The 99th speaks for them in pictures; tables have them all.
 */
final class Tails {

  /** How the names of 99th percentiles end. */
  static final String P99 = ".p99";

  private static final Pattern TAIL = Pattern.compile("(.+)\\.(?:p\\d+(?:\\.\\d+)?|max)");

  private Tails() {}

  /** Whether a metric is a percentile of something whose 99th is among the names too. */
  static boolean isLesser(String name, Collection<String> names) {
    Matcher matcher = TAIL.matcher(name);
    return matcher.matches() && !name.endsWith(P99) && names.contains(matcher.group(1) + P99);
  }

  /** The other percentiles of what a 99th percentile is of, in their order. */
  static List<String> besides(String name, Collection<String> names) {
    if (!name.endsWith(P99)) {
      return List.of();
    }
    String thing = name.substring(0, name.length() - P99.length());
    return names.stream()
        .filter(other -> !other.equals(name))
        .filter(other -> {
          Matcher matcher = TAIL.matcher(other);
          return matcher.matches() && matcher.group(1).equals(thing);
        })
        .toList();
  }
}
