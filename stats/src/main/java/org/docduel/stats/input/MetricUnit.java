package org.docduel.stats.input;

import java.util.Map;
import java.util.OptionalDouble;
import org.docduel.stats.Quantity;

/**
 * The unit of a metric as JMH prints it, and how its numbers become observations. Times per
 * operation are converted to seconds, rates of operations are inverted to seconds per operation,
 * everything else stays as it is.
 *
 * @param name the unit in the file, for example {@code ops/s}, {@code us/op} or {@code B/op}
 */
public record MetricUnit(String name) {
  private static final String PER_OPERATION = "/op";
  private static final String OPERATIONS_PER = "ops/";

  /** Units of a second per unit of time, for the units below a second. */
  private static final Map<String, Double> PARTS =
      Map.of("ns", 1e9, "us", 1e6, "\u00b5s", 1e6, "\u03bcs", 1e6, "ms", 1e3, "s", 1.0);

  /** Seconds per unit of time, for the units above a second. */
  private static final Map<String, Double> MULTIPLES =
      Map.of("min", 60.0, "hr", 3600.0, "day", 86400.0);

  /** What observations in this unit count. */
  public Quantity quantity() {
    return isTime() || isRate() ? Quantity.SECONDS_PER_OPERATION : new Quantity(name, false);
  }

  /** Whether this is a rate of operations, which is inverted. */
  public boolean isRate() {
    return name.startsWith(OPERATIONS_PER) && isTimeUnit(name.substring(OPERATIONS_PER.length()));
  }

  private boolean isTime() {
    return name.endsWith(PER_OPERATION)
        && isTimeUnit(name.substring(0, name.length() - PER_OPERATION.length()));
  }

  private static boolean isTimeUnit(String unit) {
    return PARTS.containsKey(unit) || MULTIPLES.containsKey(unit);
  }

  /**
   * Converts a number of the file.
   *
   * @param raw a number in this unit
   * @return seconds per operation, or the number itself when the unit is no time and no rate; a
   *     rate of zero gives infinity
   */
  public double toObservation(double raw) {
    if (isRate()) {
      return seconds(1 / raw, name.substring(OPERATIONS_PER.length()));
    }
    return isTime() ? seconds(raw, name.substring(0, name.length() - PER_OPERATION.length())) : raw;
  }

  /**
   * Seconds that a number in this unit stands for.
   *
   * @param raw a number in this unit
   * @return nothing when the unit is no time; {@code ms} and {@code ms/op} both are
   */
  public OptionalDouble inSeconds(double raw) {
    String unit = isTime() ? name.substring(0, name.length() - PER_OPERATION.length()) : name;
    return isTimeUnit(unit) ? OptionalDouble.of(seconds(raw, unit)) : OptionalDouble.empty();
  }

  // Dividing by a power of ten rounds once; multiplying by its inexact inverse would round twice.
  private static double seconds(double time, String unit) {
    Double parts = PARTS.get(unit);
    return parts != null ? time / parts : time * MULTIPLES.getOrDefault(unit, 1.0);
  }
}
