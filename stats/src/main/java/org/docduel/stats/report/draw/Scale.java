package org.docduel.stats.report.draw;

import java.util.List;

/** Takes values to places along one direction of a drawing. */
public interface Scale {

  /**
   * The place of a value, in drawing units; values outside the domain are put at its nearer end.
   */
  double at(double value);

  /** Round values inside the domain, smallest first, for an axis to name. */
  List<Double> ticks();
}
