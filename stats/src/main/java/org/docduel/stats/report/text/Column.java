package org.docduel.stats.report.text;

/**
 * A column of a table.
 *
 * @param key the name in CSV and JSON
 * @param header the heading people read
 * @param right whether cells are set flush right, as numbers are
 */
public record Column(String key, String header, boolean right) {
  /** A column of words. */
  public static Column words(String key, String header) {
    return new Column(key, header, false);
  }

  /** A column of numbers. */
  public static Column numbers(String key, String header) {
    return new Column(key, header, true);
  }
}
