package org.docduel.stats.report.draw;

/**
 * How a line is drawn.
 *
 * @param ink its colour
 * @param width in drawing units
 * @param dash an SVG dash array, or the empty string for a solid line
 */
public record Stroke(Ink ink, double width, String dash) {

  /** A hairline of the grid. */
  public static final Stroke GRID = solid(Ink.GRID, 1);

  /** The line of an axis. */
  public static final Stroke AXIS = solid(Ink.AXIS, 1);

  /** A solid line. */
  public static Stroke solid(Ink ink, double width) {
    return new Stroke(ink, width, "");
  }

  /** A dashed line. */
  public static Stroke dashed(Ink ink, double width) {
    return new Stroke(ink, width, "5 4");
  }
}
