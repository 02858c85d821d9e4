package org.docduel.stats.report.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parameter whose values are sizes and so have an order: 1000, 4KB, 10x20B. Sizes are decimal,
 * 1KB is 1000 bytes.
 *
 * @param parameter its name
 * @param steps its values, smallest first
 * @param logarithmic whether the values are spread over so wide a range that equal ratios read
 *     better
 */
public record SizeLadder(String parameter, List<Step> steps, boolean logarithmic) {

  private static final Pattern SIZE =
      Pattern.compile("(?:(\\d+)[x×])?(\\d+(?:\\.\\d+)?)\\s*([kKMGT]?i?B|[kMG])?");
  private static final Pattern PREFIX = Pattern.compile("[a-z]+-");
  private static final Map<String, Double> UNITS = units();
  private static final double WIDE_RANGE = 8;

  /** Copies the steps. */
  public SizeLadder {
    steps = List.copyOf(steps);
  }

  /**
   * A value of the parameter.
   *
   * @param value as it stands in the results
   * @param size what it amounts to
   */
  public record Step(String value, double size) {}

  /** The parameter as a ladder, when it has two or more values and all are sizes. */
  public static Optional<SizeLadder> of(Study study, String parameter) {
    return of(parameter, study.scores().stream().map(score -> score.field(parameter)).toList());
  }

  /** The same for the values themselves. */
  public static Optional<SizeLadder> of(String parameter, List<String> all) {
    Set<String> values = new LinkedHashSet<>(all);
    String prefix = prefix(values);
    List<Step> steps = new ArrayList<>();
    for (String value : values) {
      Optional<Double> size = size(value.substring(prefix.length()));
      if (size.isEmpty()) {
        return Optional.empty();
      }
      steps.add(new Step(value, size.get()));
    }
    steps.sort(Comparator.comparingDouble(Step::size));
    boolean distinct = steps.stream().map(Step::size).distinct().count() == steps.size();
    if (steps.size() < 2 || !distinct) {
      return Optional.empty();
    }
    double low = steps.get(0).size();
    double high = steps.get(steps.size() - 1).size();
    return Optional.of(new SizeLadder(parameter, steps, low > 0 && high / low >= WIDE_RANGE));
  }

  /** What all values begin with, such as {@code users-} before a number; nothing for most. */
  private static String prefix(Set<String> values) {
    Set<String> prefixes = new LinkedHashSet<>();
    for (String value : values) {
      Matcher word = PREFIX.matcher(value);
      prefixes.add(word.lookingAt() ? word.group() : "");
    }
    return prefixes.size() == 1 ? prefixes.iterator().next() : "";
  }

  /** A value as it stands beside an axis: without what all values begin with. */
  public String label(String value) {
    Matcher word = PREFIX.matcher(value);
    return word.lookingAt() ? value.substring(word.end()) : value;
  }

  /** What a value amounts to, when it is a size. */
  static Optional<Double> size(String value) {
    Matcher matcher = SIZE.matcher(value.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    double pieces = matcher.group(1) == null ? 1 : Double.parseDouble(matcher.group(1));
    String unit = matcher.group(3) == null ? "" : matcher.group(3);
    Double factor = UNITS.get(unit);
    return factor == null
        ? Optional.empty()
        : Optional.of(pieces * Double.parseDouble(matcher.group(2)) * factor);
  }

  private static Map<String, Double> units() {
    Map<String, Double> units = new TreeMap<>();
    units.put("", 1.0);
    units.put("B", 1.0);
    double decimal = 1;
    double binary = 1;
    for (String prefix : List.of("k", "M", "G", "T")) {
      decimal *= 1000;
      binary *= 1024;
      units.put(prefix, decimal);
      units.put(prefix + "B", decimal);
      units.put(prefix + "iB", binary);
    }
    units.put("KB", 1e3);
    units.put("KiB", 1024.0);
    return units;
  }
}
