package org.docduel.stats.report.draw;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Equal differences, equal lengths.
 *
 * @param low smallest value of the domain
 * @param high largest value of the domain
 * @param from place of {@code low}
 * @param to place of {@code high}
 * @param step between ticks, above 0
 */
public record LinearScale(double low, double high, double from, double to, double step)
    implements Scale {

  /**
   * A scale whose ends are round numbers around the given values.
   *
   * @param smallest value to show
   * @param largest value to show
   * @param from place of the low end
   * @param to place of the high end
   * @param intervals wished for between ticks, 1 or more; the result has about as many
   */
  public static LinearScale around(
      double smallest, double largest, double from, double to, int intervals) {
    double span = largest - smallest;
    double room = span > 0 ? span : Math.max(Math.abs(largest), 1e-12);
    double step = niceStep(room / intervals);
    double low = Math.floor(smallest / step + 1e-9) * step;
    double high = Math.ceil(largest / step - 1e-9) * step;
    return new LinearScale(low, high > low ? high : low + step, from, to, step);
  }

  @Override
  public double at(double value) {
    double inside = Math.max(low, Math.min(high, value));
    return from + (inside - low) / (high - low) * (to - from);
  }

  @Override
  public List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    BigDecimal exact = BigDecimal.valueOf(step);
    long first = Math.round(Math.ceil(low / step - 1e-6));
    long last = Math.round(Math.floor(high / step + 1e-6));
    for (long i = first; i <= last; i++) {
      ticks.add(exact.multiply(BigDecimal.valueOf(i)).doubleValue());
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
