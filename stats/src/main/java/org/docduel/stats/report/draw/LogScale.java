package org.docduel.stats.report.draw;

import java.util.ArrayList;
import java.util.List;

/**
 * Equal ratios, equal lengths.
 *
 * @param low smallest value of the domain, above 0
 * @param high largest value of the domain, above {@code low}
 * @param from place of {@code low}
 * @param to place of {@code high}
 */
public record LogScale(double low, double high, double from, double to) implements Scale {

  private static final int FEW = 2;
  private static final String[][] DIGITS = {
    {"1"}, {"1", "3"}, {"1", "2", "5"}, {"1", "1.5", "2", "3", "4", "5", "7"}
  };

  /** Checks the domain. */
  public LogScale {
    if (!(low > 0 && high > low)) {
      throw new IllegalArgumentException(
          "a log scale needs 0 < low < high, not " + low + ", " + high);
    }
  }

  /**
   * A scale with some room around the given values.
   *
   * @param smallest value to show, above 0
   * @param largest value to show
   */
  public static LogScale around(double smallest, double largest, double from, double to) {
    double low = smallest * 0.85;
    double high = largest * 1.18;
    if (high / low < 3) {
      double middle = Math.sqrt(low * high);
      low = middle / Math.sqrt(3);
      high = middle * Math.sqrt(3);
    }
    return new LogScale(low, high, from, to);
  }

  @Override
  public double at(double value) {
    double inside = Math.max(low, Math.min(high, value));
    return from + Math.log(inside / low) / Math.log(high / low) * (to - from);
  }

  @Override
  public List<Double> ticks() {
    List<Double> ticks = List.of();
    for (String[] digits : DIGITS) {
      ticks = multiples(digits);
      if (ticks.size() > FEW) {
        return digits.length == 1 ? thinned(ticks) : ticks;
      }
    }
    return ticks;
  }

  private List<Double> multiples(String[] digits) {
    List<Double> ticks = new ArrayList<>();
    int first = (int) Math.floor(Math.log10(low));
    int last = (int) Math.ceil(Math.log10(high));
    for (int power = first; power <= last; power++) {
      for (String digit : digits) {
        double tick = Double.parseDouble(digit + "e" + power);
        if (tick >= low && tick <= high) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
  }

  private static List<Double> thinned(List<Double> decades) {
    int every = (decades.size() + 4) / 5;
    List<Double> kept = new ArrayList<>();
    for (int i = 0; i < decades.size(); i += every) {
      kept.add(decades.get(i));
    }
    return kept;
  }
}
