package org.docduel.stats.report.text;

import java.util.Locale;
import org.docduel.stats.Quantity;

/** Numbers as people read them. */
public final class Numbers {
  private static final String[] TIME_UNITS = {"s", "ms", "us", "ns"};

  private static final double LEAST_PERCENT = -1_000_000;

  private Numbers() {}

  /** A whole number with thousands separated. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A fraction as a percentage with one decimal; none is said to be below -1000000 %. */
  public static String percent(double fraction) {
    if (Double.isNaN(fraction)) {
      return "-";
    }
    if (Double.isInfinite(fraction)) {
      return fraction > 0 ? "inf" : "-inf";
    }
    return 100 * fraction < LEAST_PERCENT
        ? String.format(Locale.ROOT, "< %.0f %%", LEAST_PERCENT)
        : String.format(Locale.ROOT, "%.1f %%", 100 * fraction);
  }

  /** An interval of fractions as percentages. */
  public static String percents(double lower, double upper) {
    return Double.isNaN(lower) ? "-" : percent(lower) + " .. " + percent(upper);
  }

  /** A p-value: four decimals, five below 0.001. */
  public static String p(double p) {
    if (Double.isNaN(p)) {
      return "-";
    }
    if (p < 0.000005) {
      return "<0.00001";
    }
    return String.format(Locale.ROOT, p < 0.001 ? "%.5f" : "%.4f", p);
  }

  /** A number with four significant digits. */
  public static String plain(double number) {
    if (!Double.isFinite(number)) {
      return Double.isNaN(number) ? "-" : number > 0 ? "inf" : "-inf";
    }
    double size = Math.abs(number);
    if (size != 0 && (size < 1e-3 || size >= 1e7)) {
      return String.format(Locale.ROOT, "%.3e", number);
    }
    int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
    return String.format(Locale.ROOT, "%,." + decimals + "f", number);
  }

  /** A factor, for example {@code x2.50}. */
  public static String factor(double factor) {
    return Double.isNaN(factor) ? "-" : "x" + plain(factor);
  }

  /** An observation with its unit; times choose theirs. */
  public static String observation(double value, Quantity quantity) {
    if (!quantity.time() || !Double.isFinite(value)) {
      return quantity.time() ? plain(value) : plain(value) + " " + quantity.unit();
    }
    double scaled = value;
    int unit = 0;
    while (Math.abs(scaled) < 1 && scaled != 0 && unit < TIME_UNITS.length - 1) {
      scaled *= 1000;
      unit++;
    }
    return plain(scaled) + " " + TIME_UNITS[unit];
  }
}
