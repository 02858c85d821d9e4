package org.docduel.stats.jmh;

import java.util.OptionalDouble;

/**
 * What observations count. Times per operation are in seconds and rates are per second; every other
 * quantity keeps the unit of its metric, for example bytes or blocks per operation.
 *
 * @param unit the unit, as printed
 */
public record Quantity(String unit, Kind kind, Better better) {
  /** Time per operation in seconds. */
  public static final Quantity SECONDS_PER_OPERATION =
      new Quantity("s/op", Kind.TIME, Better.LOWER);

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

  /** A quantity by its unit: of a time less is better, of anything else nobody knows. */
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

  /** What stands for all whose ratios may be read together: those of rates are those of times. */
  public String ratioOf() {
    return kind == Kind.OTHER ? unit : "time";
  }

  /** The share of ascending values below the one that is worse than a share of them. */
  public double ascending(double share) {
    return moreIsBetter() ? 1 - share : share;
  }

  /** A level in seconds; nothing when it is no time. Both ms and s/op are. */
  public OptionalDouble inSeconds(double level) {
    return new MetricUnit(unit).inSeconds(level);
  }

  // A record's own equals is made when it is first called, which takes longer than reading a file.
  boolean sameAs(Quantity other) {
    return kind == other.kind && unit.equals(other.unit);
  }

  /** Whether less time is better, or a higher rate: what is compared is fast or slow. */
  public boolean isSpeed() {
    return kind() != Kind.OTHER || inSeconds(1).isPresent();
  }
}
