package org.docduel.stats.report.text;

import java.util.Locale;
import org.docduel.stats.Quantity;

/** Numbers as people read them. */
public final class Numbers {

  private Numbers() {}

  /** A whole number with thousands separated. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A fraction as a percentage with one decimal. */
  public static String percent(double fraction) {
    if (!Double.isFinite(fraction)) {
      return "-";
    }
    String text = String.format(Locale.ROOT, "%.1f %%", 100 * fraction);
    return text.equals("-0.0 %") ? "0.0 %" : text;
  }

  /** A fraction as a percentage without needless decimals: 20 %, 12.5 %. */
  public static String roundPercent(double fraction) {
    String text = String.format(Locale.ROOT, "%.3f", 100 * fraction);
    return text.replaceAll("\\.?0+$", "") + " %";
  }

  /** A time reduction: a percentage, or how many times slower from twice on. */
  public static String reduction(double fraction) {
    if (!Double.isFinite(fraction)) {
      return "-";
    }
    return fraction <= -1 ? slower(1 - fraction) : percent(fraction);
  }

  private static String slower(double factor) {
    if (factor >= 1e6) {
      return "over 1,000,000x slower";
    }
    String digits = factor >= 100 ? "%,.0f" : factor >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, digits + "x slower", factor);
  }

  /** An interval of time reductions; nothing when a bound is missing. */
  public static String reductions(double lower, double upper) {
    if (!Double.isFinite(lower) || !Double.isFinite(upper)) {
      return "-";
    }
    return reduction(lower) + " .. " + reduction(upper);
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
    return Double.isFinite(number) ? Quantity.plain(number) : "-";
  }

  /** A factor, for example {@code x2.50}. */
  public static String factor(double factor) {
    return Double.isNaN(factor) ? "-" : "x" + plain(factor);
  }

  /** An observation with its unit; times choose theirs. */
  public static String observation(double value, Quantity quantity) {
    return quantity.show(value);
  }
}
