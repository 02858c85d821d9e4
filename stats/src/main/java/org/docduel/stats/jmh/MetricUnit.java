package org.docduel.stats.jmh;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The unit of a metric as JMH prints it, and how its numbers become observations. Times per
 * operation are converted to seconds, rates of what is done ({@code ops/ms}, {@code rows/s}) to
 * rates per second: of a rate more is better, of a time less. Everything else stays as it is, rates
 * of bytes among it, which nobody can call better or worse.
 *
 * @param name the unit in the file, for example {@code ops/s}, {@code us/op} or {@code B/op}
 */
public record MetricUnit(String name) {
  private static final String PER_OPERATION = "/op";
  private static final Pattern RATE =
      Pattern.compile("(?!(?:[kKMGT]?i?B|bytes)/)[A-Za-z#]+/([a-z\u00b5\u03bc]+)");

  /** Units of a second per unit of time, for the units below a second. */
  private static final Map<String, Double> PARTS =
      Map.of("ns", 1e9, "us", 1e6, "\u00b5s", 1e6, "\u03bcs", 1e6, "ms", 1e3, "s", 1.0);

  /** Seconds per unit of time, for the units above a second. */
  private static final Map<String, Double> MULTIPLES =
      Map.of("min", 60.0, "hr", 3600.0, "day", 86400.0);

  /** What observations in this unit count. */
  public Quantity quantity() {
    if (isRate()) {
      return Quantity.rate(name.substring(0, name.length() - per().length()) + "s");
    }
    if (isTime()) {
      return Quantity.SECONDS_PER_OPERATION;
    }
    Quantity other = new Quantity(name, false);
    return inSeconds(1).isPresent() ? other.withBetter(Quantity.Better.LOWER) : other;
  }

  /** Whether this is a rate of what is done. */
  public boolean isRate() {
    return !per().isEmpty();
  }

  /** The unit of time of a rate; empty when this is none. */
  private String per() {
    Matcher matcher = RATE.matcher(name);
    return matcher.matches() && isTimeUnit(matcher.group(1)) ? matcher.group(1) : "";
  }

  private boolean isTime() {
    return name.endsWith(PER_OPERATION) && isTimeUnit(timeUnit());
  }

  private String timeUnit() {
    int length = name.length() - (name.endsWith(PER_OPERATION) ? PER_OPERATION.length() : 0);
    return name.substring(0, length);
  }

  private static boolean isTimeUnit(String unit) {
    return PARTS.containsKey(unit) || MULTIPLES.containsKey(unit);
  }

  /** A number of the file as seconds per operation, as a rate per second, or as it is. */
  public double toObservation(double raw) {
    if (isRate()) {
      Double parts = PARTS.get(per());
      return parts != null ? raw * parts : raw / MULTIPLES.getOrDefault(per(), 1.0);
    }
    return isTime() ? seconds(raw) : raw;
  }

  /** A number of this unit in seconds; nothing when it is no time. Both ms and ms/op are. */
  public OptionalDouble inSeconds(double raw) {
    return isTimeUnit(timeUnit()) ? OptionalDouble.of(seconds(raw)) : OptionalDouble.empty();
  }

  // Dividing by a power of ten rounds once; multiplying by its inexact inverse would round twice.
  private double seconds(double time) {
    Double parts = PARTS.get(timeUnit());
    return parts != null ? time / parts : time * MULTIPLES.getOrDefault(timeUnit(), 1.0);
  }
}
