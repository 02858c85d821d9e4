package org.docduel.stats.report.draw;

import java.util.Locale;

/** Shapes of points, so that a series can be told without its colour. */
public enum Marker {
  CIRCLE,
  SQUARE,
  DIAMOND,
  TRIANGLE;

  /** The shape of the series at an index; shapes repeat after the fourth. */
  public static Marker series(int index) {
    return values()[Math.floorMod(index, values().length)];
  }

  /** The outline of the shape around a point, as SVG path data. */
  String path(double x, double y, double radius) {
    double r = radius;
    return switch (this) {
      case CIRCLE ->
          data("M%s %sa%s %s 0 1 0 %s 0a%s %s 0 1 0 %s 0Z", x - r, y, r, r, 2 * r, r, r, -2 * r);
      case SQUARE -> data("M%s %sh%sv%sh%sZ", x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r, -1.8 * r);
      case DIAMOND ->
          data(
              "M%s %sL%s %sL%s %sL%s %sZ",
              x - 1.3 * r, y, x, y - 1.3 * r, x + 1.3 * r, y, x, y + 1.3 * r);
      case TRIANGLE ->
          data("M%s %sL%s %sL%s %sZ", x - 1.15 * r, y + r, x, y - 1.15 * r, x + 1.15 * r, y + r);
    };
  }

  private static String data(String pattern, double... numbers) {
    Object[] texts = new Object[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      texts[i] = Coordinate.text(numbers[i]);
    }
    return String.format(Locale.ROOT, pattern, texts);
  }
}
