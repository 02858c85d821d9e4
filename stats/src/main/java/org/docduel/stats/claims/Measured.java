package org.docduel.stats.claims;

import org.docduel.stats.stat.Interval;

/**
 * What was measured for a claim.
 *
 * @param value the value in the terms of the claim's measure; NaN when there is none
 * @param word the value where it is a word
 * @param detail what is behind it: which groups, how many, the test's p
 * @param interval its interval; NaN bounds when it has none
 * @param size the size it was measured at, where it is not the published one
 * @param server the server that stood behind the name of a store, where it is not the published one
 * @param reason why there is no value; empty when there is one
 */
public record Measured(
    double value,
    String word,
    String detail,
    Interval interval,
    String size,
    String server,
    String reason) {
  private static final Interval NO_INTERVAL = new Interval(Double.NaN, Double.NaN, 0);

  static Measured none(String reason) {
    return new Measured(Double.NaN, "", "", NO_INTERVAL, "", "", reason);
  }

  static Measured of(double value) {
    return of(value, "");
  }

  static Measured of(double value, String word) {
    return of(value, word, NO_INTERVAL);
  }

  static Measured of(double value, String word, Interval interval) {
    return new Measured(value, word, "", interval, "", "", "");
  }

  Measured because(String text) {
    return new Measured(value, word, text, interval, size, server, reason);
  }

  Measured at(String where) {
    return new Measured(value, word, detail, interval, where, server, reason);
  }

  Measured on(String product) {
    return new Measured(value, word, detail, interval, size, product, reason);
  }

  /** Whether there is a value. */
  public boolean present() {
    return reason.isEmpty();
  }
}
