package org.docduel.stats.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes values to places along one direction of a drawing: equal differences, or equal ratios of a
 * logarithmic scale, are equal lengths.
 *
 * @param low smallest value, above 0 of a logarithmic scale
 * @param high largest value, above {@code low}
 * @param from place of {@code low}
 * @param to place of {@code high}
 * @param log whether equal ratios are equal lengths
 * @param ticks round values for an axis to name, smallest first
 */
record Axis(double low, double high, double from, double to, boolean log, List<Double> ticks) {
  /** Values that spread so far are shown by their ratios. */
  private static final double FAR = 4;

  private static final String[][] DIGITS = {
    {"1"}, {"1", "3"}, {"1", "2", "5"}, {"1", "1.5", "2", "3", "4", "5", "7"}
  };

  /** The place of a value; values beyond an end are put at the end. */
  double at(double value) {
    double inside = Math.max(low, Math.min(high, value));
    double share =
        log ? Math.log(inside / low) / Math.log(high / low) : (inside - low) / (high - low);
    return from + share * (to - from);
  }

  /** A scale of equal differences between round ends. */
  static Axis linear(double smallest, double largest, double from, double to, int intervals) {
    double span = largest - smallest;
    double room = span > 0 ? span : Math.max(Math.abs(largest), 1e-12);
    double step = niceStep(room / intervals);
    double low = Math.floor(smallest / step + 1e-9) * step;
    double high = Math.max(low + step, Math.ceil(largest / step - 1e-9) * step);
    List<Double> ticks = new ArrayList<>();
    BigDecimal exact = BigDecimal.valueOf(step);
    for (long i = Math.round(low / step); i <= Math.round(high / step); i++) {
      ticks.add(exact.multiply(BigDecimal.valueOf(i)).doubleValue());
    }
    return new Axis(low, high, from, to, false, ticks);
  }

  /** A scale of equal ratios whose ends are the given ones. */
  static Axis logarithmic(double low, double high, double from, double to) {
    List<Double> ticks = List.of();
    for (String[] digits : DIGITS) {
      ticks = multiples(digits, low, high);
      if (ticks.size() > 2) {
        int every = digits.length == 1 ? (ticks.size() + 4) / 5 : 1;
        List<Double> all = ticks;
        ticks = all.stream().filter(tick -> all.indexOf(tick) % every == 0).toList();
        break;
      }
    }
    return new Axis(low, high, from, to, true, ticks);
  }

  /** A scale with room around values: of ratios where they spread far, else from zero. */
  static Axis around(double smallest, double largest, double from, double to, int intervals) {
    if (smallest > 0 && largest / smallest >= FAR) {
      return logarithmic(smallest * 0.85, largest * 1.18, from, to);
    }
    return linear(Math.min(0, smallest), Math.max(0, largest), from, to, intervals);
  }

  private static List<Double> multiples(String[] digits, double low, double high) {
    List<Double> ticks = new ArrayList<>();
    int last = (int) Math.ceil(Math.log10(high));
    for (int power = (int) Math.floor(Math.log10(low)); power <= last; power++) {
      for (String digit : digits) {
        double tick = Double.parseDouble(digit + "e" + power);
        if (tick >= low && tick <= high) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
  }

  private static double niceStep(double rough) {
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double digits = rough / power;
    double nice = digits <= 1 ? 1 : digits <= 2 ? 2 : digits <= 5 ? 5 : 10;
    return BigDecimal.valueOf(nice * power).round(new MathContext(3)).doubleValue();
  }
}
