package org.docduel.stats.report.chart;

import java.util.ArrayList;
import java.util.List;
import org.docduel.stats.report.draw.LinearScale;
import org.docduel.stats.report.draw.LogScale;
import org.docduel.stats.report.draw.Scale;

/**
 * A scale of time reductions by their speed-up 1 / (1 - delta): ten times faster and ten times
 * slower lie equally far from no difference, so that neither squeezes the other out of the picture.
 */
final class ReductionScale implements Scale {

  private static final double[] SPEED_UPS = {
    1e-5, 1e-4, 1e-3, 0.01, 0.1, 0.2, 0.5, 1, 2, 5, 10, 100, 1e3, 1e4, 1e5
  };
  private static final double SLOWEST_ON_LINE = -1.5;
  private static final double REACH = 4;
  private static final double MOST = 1 - 1e-9;

  private final LogScale speedUps;

  private ReductionScale(LogScale speedUps) {
    this.speedUps = speedUps;
  }

  /** The scale for a set of rows: a plain line where that is readable, else one of speed-ups. */
  static Scale covering(List<ForestPlot.ForestRow> rows, double threshold, double from, double to) {
    double low = lowest(rows, threshold);
    double high = Math.max(0, threshold);
    for (ForestPlot.ForestRow row : rows) {
      // An interval without an end is not drawn, so its other end needs no room.
      double upper = Double.isFinite(row.lower()) ? row.upper() : row.delta();
      for (double value : new double[] {row.delta(), upper}) {
        if (Double.isFinite(value)) {
          high = Math.max(high, Math.min(value, MOST));
        }
      }
    }
    if (low >= SLOWEST_ON_LINE && high <= 0.99) {
      return LinearScale.around(low, Math.max(high, threshold), from, to, to - from > 400 ? 8 : 4);
    }
    return new ReductionScale(new LogScale(speedUp(low) / 1.2, speedUp(high) * 1.2, from, to));
  }

  /**
   * The lowest reduction shown. An interval that reaches many times farther down than any estimate
   * says that little is known; drawn whole it would leave no room for what is.
   */
  static double lowest(List<ForestPlot.ForestRow> rows, double threshold) {
    double slowest = Math.min(0, threshold);
    for (ForestPlot.ForestRow row : rows) {
      slowest = Math.min(slowest, Double.isFinite(row.delta()) ? row.delta() : 0);
    }
    double limit = 1 - (1 - slowest) * REACH;
    double low = slowest;
    for (ForestPlot.ForestRow row : rows) {
      if (Double.isFinite(row.lower())) {
        low = Math.min(low, Math.max(limit, row.lower()));
      }
    }
    return low;
  }

  @Override
  public double at(double value) {
    return speedUps.at(speedUp(value));
  }

  @Override
  public List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    for (double speedUp : SPEED_UPS) {
      if (speedUp >= speedUps.low() && speedUp <= speedUps.high()) {
        ticks.add(1 - 1 / speedUp);
      }
    }
    return ticks;
  }

  private static double speedUp(double reduction) {
    return 1 / Math.max(1e-9, 1 - reduction);
  }
}
