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
 */
public final class MetricUnit {
  private static final Pattern RATE =
      Pattern.compile("(?!(?:[kKMGT]?i?B|bytes)/)([A-Za-z#]+/)([a-z\u00b5\u03bc]+)");

  /** Units of a second per unit of time, for the units below a second. */
  private static final Map<String, Double> PARTS =
      Map.of("ns", 1e9, "us", 1e6, "\u00b5s", 1e6, "\u03bcs", 1e6, "ms", 1e3, "s", 1.0, "sec", 1.0);

  /** Seconds per unit of time, for the units above a second. */
  private static final Map<String, Double> MULTIPLES =
      Map.of("min", 60.0, "hr", 3600.0, "day", 86400.0);

  private final String name;
  private final Quantity quantity;
  private final boolean duration;
  // One of them is 1, so that a number is rounded once: the inverse of a power of ten is inexact.
  private final double parts;
  private final double multiple;

  /**
   * A unit by its name.
   *
   * @param name the unit in the file, for example {@code ops/s}, {@code us/op} or {@code B/op}
   */
  public MetricUnit(String name) {
    this.name = name;
    Matcher matcher = RATE.matcher(name);
    boolean rate = matcher.matches() && isTime(matcher.group(2));
    String time = rate ? matcher.group(2) : name.replaceFirst("/op$", "");
    this.duration = !rate && isTime(time);
    this.parts = PARTS.getOrDefault(time, 1.0);
    this.multiple = MULTIPLES.getOrDefault(time, 1.0);
    Quantity other = new Quantity(name, false);
    this.quantity =
        rate
            ? Quantity.rate(matcher.group(1) + "s")
            : !duration
                ? other
                : time.equals(name)
                    ? other.withBetter(Quantity.Better.LOWER)
                    : Quantity.SECONDS_PER_OPERATION;
  }

  private static boolean isTime(String unit) {
    return PARTS.containsKey(unit) || MULTIPLES.containsKey(unit);
  }

  /** The unit in the file. */
  public String name() {
    return name;
  }

  /** What observations in this unit count. */
  public Quantity quantity() {
    return quantity;
  }

  /** Whether this is a rate of what is done. */
  public boolean isRate() {
    return quantity.rate();
  }

  /** A number of the file as seconds per operation, as a rate per second, or as it is. */
  public double toObservation(double raw) {
    return switch (quantity.kind()) {
      case RATE -> raw * parts / multiple;
      case TIME -> raw / parts * multiple;
      case OTHER -> raw;
    };
  }

  /** A number of this unit in seconds; nothing when it is no time. Both ms and ms/op are. */
  public OptionalDouble inSeconds(double raw) {
    return duration ? OptionalDouble.of(raw / parts * multiple) : OptionalDouble.empty();
  }
}
