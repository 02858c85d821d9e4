package org.docduel.stats.report.model;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * From which size on a candidate is faster than a baseline, between two sizes by a straight line
 * through the logarithms of the ratios. The interval is where the bounds of the ratios' intervals
 * cross 1: inverse estimation from a band that holds at each size by itself.
 *
 * @param at the size; minus infinity where the candidate is faster at every size, infinity where it
 *     is faster at none from some size on
 * @param lower where the upper bounds cross 1
 * @param upper where the lower bounds cross 1
 */
public record BreakEven(double at, double lower, double upper) {
  /**
   * A ratio at a size.
   *
   * @param size the size
   * @param speedUp baseline over candidate
   */
  public record Rung(double size, SpeedUp speedUp) {}

  /**
   * Finds it.
   *
   * @param rungs two or more, smallest size first
   * @param logarithmic whether sizes are spread so wide that their logarithms make the line
   */
  public static BreakEven of(List<Rung> rungs, boolean logarithmic) {
    return new BreakEven(
        crossing(rungs, logarithmic, SpeedUp::ratio),
        crossing(rungs, logarithmic, SpeedUp::upper),
        crossing(rungs, logarithmic, SpeedUp::lower));
  }

  /** The last size from which on the value stays above 1. */
  private static double crossing(
      List<Rung> rungs, boolean logarithmic, ToDoubleFunction<SpeedUp> of) {
    for (int i = rungs.size() - 1; i >= 0; i--) {
      double here = Math.log(of.applyAsDouble(rungs.get(i).speedUp()));
      if (!(here > 0)) {
        if (i == rungs.size() - 1) {
          return Double.POSITIVE_INFINITY;
        }
        double next = Math.log(of.applyAsDouble(rungs.get(i + 1).speedUp()));
        double share = -here / (next - here);
        double from = place(rungs.get(i).size(), logarithmic);
        double between = from + share * (place(rungs.get(i + 1).size(), logarithmic) - from);
        return logarithmic ? Math.exp(between) : between;
      }
    }
    return Double.NEGATIVE_INFINITY;
  }

  private static double place(double size, boolean logarithmic) {
    return logarithmic ? Math.log(size) : size;
  }
}
