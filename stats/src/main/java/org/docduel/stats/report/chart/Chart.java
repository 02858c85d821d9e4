package org.docduel.stats.report.chart;

import org.docduel.stats.report.draw.Drawing;

/** A picture that has not been given its size yet. */
public interface Chart {

  /** Width of a drawing for a laptop, for paper and for files, in drawing units. */
  double WIDE = 960;

  /** Width of a drawing for a phone, in drawing units. */
  double NARROW = 360;

  /**
   * Lays the chart out.
   *
   * @param width in drawing units, {@link #NARROW} or more
   */
  Drawing draw(double width);
}
