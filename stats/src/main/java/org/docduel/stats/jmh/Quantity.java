package org.docduel.stats.jmh;

import java.util.Locale;

/**
 * What observations count. Times per operation are in seconds and rates are per second; every other
 * quantity keeps the unit of its metric, for example bytes or blocks per operation.
 *
 * @param unit the unit, as printed
 * @param kind a time, a rate or something else
 * @param better which way is better
 */
public record Quantity(String unit, Kind kind, Better better) {
  /** Time per operation in seconds. */
  public static final Quantity SECONDS_PER_OPERATION =
      new Quantity("s/op", Kind.TIME, Better.LOWER);

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

  /** What sort of quantity this is. */
  public enum Kind {
    /** Seconds per operation. */
    TIME,
    /** What is done in a second; nothing done is a rate of 0. */
    RATE,
    /** Anything else. */
    OTHER
  }

  /**
   * A quantity by its unit: of a time less is better, of anything else nobody knows.
   *
   * @param unit the unit, as printed
   * @param time whether this is a time per operation in seconds
   */
  public Quantity(String unit, boolean time) {
    this(unit, time ? Kind.TIME : Kind.OTHER, time ? Better.LOWER : Better.UNKNOWN);
  }

  /** A rate: more is better. */
  public static Quantity rate(String unit) {
    return new Quantity(unit, Kind.RATE, Better.HIGHER);
  }

  /** Whether this is a time per operation in seconds. */
  public boolean time() {
    return kind == Kind.TIME;
  }

  /** Whether this is a rate: what is done in a second. */
  public boolean rate() {
    return kind == Kind.RATE;
  }

  /** The same quantity with another direction; times and rates keep theirs. */
  public Quantity withBetter(Better changed) {
    return kind == Kind.OTHER ? new Quantity(unit, kind, changed) : this;
  }

  /** Whether more is better. */
  public boolean moreIsBetter() {
    return better == Better.HIGHER;
  }

  /**
   * What stands for all quantities that may be read together: ratios of rates and of times are both
   * ratios of times.
   */
  public String ratioOf() {
    return kind == Kind.OTHER ? unit : "time";
  }

  /** The share of ascending values below the one that is worse than a share of them. */
  public double ascending(double share) {
    return moreIsBetter() ? 1 - share : share;
  }

  /** A number of this quantity with its unit, four significant digits; times choose their unit. */
  public String show(double value) {
    if (!Double.isFinite(value)) {
      return Double.isNaN(value) ? "-" : value > 0 ? "unbounded" : "-unbounded";
    }
    if (!time()) {
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
    return kind == other.kind && unit.equals(other.unit);
  }
}
