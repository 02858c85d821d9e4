package org.docduel.stats;

/**
 * What observations count. Times per operation are in seconds; every other quantity keeps the unit
 * of its metric, for example bytes or blocks per operation.
 *
 * @param unit the unit, as printed
 * @param time whether this is a time per operation in seconds
 */
public record Quantity(String unit, boolean time) {
  /** Time per operation in seconds. */
  public static final Quantity SECONDS_PER_OPERATION = new Quantity("s/op", true);

  // A record's own equals is made when it is first called, which takes longer than reading a file.
  boolean sameAs(Quantity other) {
    return time == other.time && unit.equals(other.unit);
  }
}
