package org.docduel.stats.report.value;

import java.util.Collection;
import org.docduel.stats.Quantity;

/**
 * How the numbers of one table or figure are written: one unit for all of them.
 *
 * @param quantity what they count
 * @param scale the unit of times
 */
public record Measure(Quantity quantity, TimeScale scale) {

  /** The measure for numbers of a quantity, in the unit that suits their median. */
  public static Measure of(Quantity quantity, Collection<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    double middle = sorted.length == 0 ? 1 : sorted[sorted.length / 2];
    return new Measure(quantity, TimeScale.of(middle));
  }

  /** The unit, as a heading shows it: "ms/op"; empty for counts. */
  public String unit() {
    if (quantity.time()) {
      return scale.symbol() + "/op";
    }
    return quantity.unit().equals("#") || quantity.unit().equals("---") ? "" : quantity.unit();
  }

  /** A heading with the unit, where there is one: "median, ms/op". */
  public String heading(String name) {
    return unit().isEmpty() ? name : name + ", " + unit();
  }

  /** A number in the unit of the heading, without it. */
  public String number(double value) {
    return quantity.time() ? scale.showNumber(value) : Display.significant(value);
  }

  /** A time or a number of bytes with a unit of its own, any other number bare. */
  public String show(double value) {
    if (Double.isNaN(value)) {
      return "–";
    }
    if (quantity.time()) {
      return TimeScale.show(value);
    }
    return quantity.unit().startsWith("B/") || quantity.unit().equals("B")
        ? Display.bytes(value)
        : Display.significant(value);
  }

  /** A number for an axis. */
  public String tick(double value) {
    return quantity.time() ? TimeScale.tick(value) : Display.tick(value);
  }
}
