package org.docduel.stats;

import java.util.Locale;

/**
 * What observations count. Times per operation are in seconds; every other quantity keeps the unit
 * of its metric, for example bytes or blocks per operation.
 *
 * @param unit the unit, as printed
 * @param time whether this is a time per operation in seconds
 * @param rate whether the times were measured as a rate (operations a second): such times are
 *     averaged as the rates they were, as JMH does
 * @param better which way is better
 */
public record Quantity(String unit, boolean time, boolean rate, Better better) {
  /** Time per operation in seconds. */
  public static final Quantity SECONDS_PER_OPERATION =
      new Quantity("s/op", true, false, Better.LOWER);

  /** Time per operation in seconds, measured as a rate. */
  public static final Quantity MEASURED_AS_RATE = new Quantity("s/op", true, true, Better.LOWER);

  private static final String[] TIME_UNITS = {"s", "ms", "us", "ns"};

  /** Which way a quantity is better. */
  public enum Better {
    /** Less is better, as of a time. */
    LOWER,
    /** More is better. */
    HIGHER,
    /** Nobody said. Such a quantity gets no verdict. */
    UNKNOWN
  }

  /**
   * A quantity by its unit: of a time less is better, of anything else nobody knows.
   *
   * @param unit the unit, as printed
   * @param time whether this is a time per operation in seconds
   */
  public Quantity(String unit, boolean time) {
    this(unit, time, false, time ? Better.LOWER : Better.UNKNOWN);
  }

  /** The same quantity with another direction; times keep theirs. */
  public Quantity withBetter(Better changed) {
    return time ? this : new Quantity(unit, false, false, changed);
  }

  /** Whether a mean of this quantity is a mean of rates, and more of the rate is better. */
  public boolean moreIsBetter() {
    return rate || better == Better.HIGHER;
  }

  /**
   * The mean of some observations of this quantity: of times measured as rates, the time at the
   * mean rate.
   *
   * @param values at least one
   */
  public double mean(double... values) {
    double sum = 0;
    for (double value : values) {
      sum += rate ? 1 / value : value;
    }
    return rate ? values.length / sum : sum / values.length;
  }

  /** A number of this quantity with its unit, four significant digits; times choose their unit. */
  public String show(double value) {
    if (!Double.isFinite(value)) {
      return Double.isNaN(value) ? "-" : value > 0 ? "unbounded" : "-unbounded";
    }
    if (!time) {
      return plain(value) + (unit.isEmpty() ? "" : " " + unit);
    }
    double scaled = value;
    int place = 0;
    while (Math.abs(scaled) < 1 && scaled != 0 && place < TIME_UNITS.length - 1) {
      scaled *= 1000;
      place++;
    }
    return plain(scaled) + " " + TIME_UNITS[place];
  }

  /** A number with four significant digits and separated thousands. */
  public static String plain(double number) {
    double size = Math.abs(number);
    if (size != 0 && (size < 1e-4 || size >= 1e12)) {
      return String.format(Locale.ROOT, "%.3e", number);
    }
    int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
    return String.format(
        Locale.ROOT, "%,." + (size != 0 && size < 0.1 ? 5 : decimals) + "f", number);
  }

  // A record's own equals is made when it is first called, which takes longer than reading a file.
  boolean sameAs(Quantity other) {
    return time == other.time && unit.equals(other.unit);
  }
}
