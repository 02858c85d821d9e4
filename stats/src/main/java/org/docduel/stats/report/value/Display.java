package org.docduel.stats.report.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers written for a reader, the same in every locale. */
public final class Display {

  /** Space that does not break between a number and its unit. */
  public static final String UNIT_SPACE = "\u00a0";

  private static final String MINUS = "\u2212";

  private static final double LEAST_PERCENT = -1_000_000;

  private Display() {}

  /**
   * A fraction as a percentage: 0.2441 becomes "24.4 %". Beyond a factor of ten the decimal is left
   * out.
   */
  public static String percent(double fraction) {
    return percentNumber(fraction) + UNIT_SPACE + "%";
  }

  /**
   * A fraction as a percentage without the sign of percent. Ten thousand times as slow is as far as
   * it counts: further down there is no interval, but a bound that was not found.
   */
  public static String percentNumber(double fraction) {
    double percent = fraction * 100;
    if (percent < LEAST_PERCENT && Double.isFinite(percent)) {
      return "<" + UNIT_SPACE + fixed(LEAST_PERCENT, 0);
    }
    return fixed(percent, Math.abs(percent) >= 1000 ? 0 : 1);
  }

  /** A percentage without needless decimals: 0.2 becomes "20 %", 0.125 becomes "12.5 %". */
  public static String roundPercent(double fraction) {
    BigDecimal percent =
        BigDecimal.valueOf(fraction * 100).round(new MathContext(6)).stripTrailingZeros();
    String shown = fixed(percent.doubleValue(), Math.max(0, percent.scale()));
    return shown + UNIT_SPACE + "%";
  }

  /** A number with a fixed count of decimals and separated thousands. */
  public static String fixed(double number, int decimals) {
    if (!Double.isFinite(number)) {
      return Double.isNaN(number) ? "–" : number > 0 ? "∞" : MINUS + "∞";
    }
    String text = String.format(Locale.ROOT, "%,." + decimals + "f", number);
    return signed(text.matches("-0[.0]*") ? text.substring(1) : text);
  }

  /** A number with three significant digits, all digits before the decimal point kept. */
  public static String significant(double number) {
    return significant(number, 3);
  }

  /** A number with a count of significant digits, all digits before the decimal point kept. */
  public static String significant(double number, int digits) {
    if (number == 0 || !Double.isFinite(number)) {
      return fixed(number, 0);
    }
    int magnitude =
        new BigDecimal(number).round(new MathContext(digits)).precision()
            - new BigDecimal(number).round(new MathContext(digits)).scale();
    if (magnitude < -5) {
      return signed(String.format(Locale.ROOT, "%." + (digits - 1) + "e", number));
    }
    return fixed(number, Math.max(0, digits - magnitude));
  }

  /** A number for an axis: no needless zeros, thousands separated. */
  public static String tick(double number) {
    BigDecimal exact = new BigDecimal(number).round(new MathContext(6)).stripTrailingZeros();
    if (exact.signum() == 0) {
      return "0";
    }
    if (Math.abs(number) < 1e-5) {
      return signed(String.format(Locale.ROOT, "%.0e", number));
    }
    return fixed(number, Math.max(0, exact.scale()));
  }

  /** A number for a narrow axis: thousands and millions shortened, "25 k", "1.5 M". */
  public static String compact(double number) {
    double size = Math.abs(number);
    if (size >= 1e6) {
      return tick(number / 1e6) + UNIT_SPACE + "M";
    }
    return size >= 1e4 ? tick(number / 1e3) + UNIT_SPACE + "k" : tick(number);
  }

  /** A whole number with separated thousands. */
  public static String count(long number) {
    return signed(String.format(Locale.ROOT, "%,d", number));
  }

  /** A count of things: "1 fork", "3 forks". */
  public static String count(long number, String one, String many) {
    return count(number) + UNIT_SPACE + (number == 1 ? one : many);
  }

  /** A ratio: "2.46×". */
  public static String times(double ratio) {
    return significant(ratio) + "×";
  }

  /** A p-value, never shown as zero. */
  public static String pValue(double p) {
    if (Double.isNaN(p)) {
      return "–";
    }
    return p < 0.0001 ? "<" + UNIT_SPACE + "0.0001" : fixed(p, 4);
  }

  /** A number of bytes in decimal units. */
  public static String bytes(double bytes) {
    String[] units = {"B", "kB", "MB", "GB", "TB"};
    double rest = bytes;
    int unit = 0;
    while (Math.abs(rest) >= 999.5 && unit < units.length - 1) {
      rest /= 1000;
      unit++;
    }
    return (unit == 0 ? fixed(rest, 0) : significant(rest)) + UNIT_SPACE + units[unit];
  }

  private static String signed(String text) {
    return text.startsWith("-") ? MINUS + text.substring(1) : text;
  }
}
