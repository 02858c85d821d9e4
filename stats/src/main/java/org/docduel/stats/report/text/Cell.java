package org.docduel.stats.report.text;

import org.jspecify.annotations.Nullable;

/**
 * A cell of a table.
 *
 * @param text what people read
 * @param value what CSV and JSON hold: a string, a number at full precision, or null for nothing
 */
public record Cell(String text, @Nullable Object value) {
  /** A cell of words. */
  public static Cell of(String text) {
    return new Cell(text, text);
  }

  /** A whole number. */
  public static Cell of(long number) {
    return new Cell(Numbers.count(number), number);
  }

  /** A number shown in its own way; nothing when it is not a number. */
  public static Cell of(String text, double number) {
    return Double.isNaN(number) ? new Cell("-", null) : new Cell(text, number);
  }
}
