package org.docduel.stats.table;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.stat.Interval;

/**
 * The one way in which numbers are written, the same in every place and locale: four significant
 * digits with their unit, percentages with one decimal. Nothing is "-".
 */
public final class Numbers {
  private static final int DIGITS = 4;
  private static final int BRIEF_DIGITS = 3;
  private static final String NONE = "-";
  private static final String[] TIME_UNITS = {"s", "ms", "µs", "ns"};
  private static final String[] BYTE_UNITS = {"B", "kB", "MB", "GB", "TB"};

  private Numbers() {}

  /** A whole number: "1,234". */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A count of things: "1 fork", "3 forks". */
  public static String count(long number, String singular, String plural) {
    return count(number) + " " + (number == 1 ? singular : plural);
  }

  public static String fixed(double number, int decimals) {
    if (!Double.isFinite(number)) {
      return Double.isNaN(number) ? NONE : number > 0 ? "unbounded" : "-unbounded";
    }
    String text = String.format(Locale.ROOT, "%,." + decimals + "f", number);
    return text.matches("-0[.0]*") ? text.substring(1) : text;
  }

  /** A number with four significant digits, all digits before the decimal point kept. */
  public static String plain(double number) {
    return significant(number, DIGITS);
  }

  /** A number with a count of significant digits, all digits before the decimal point kept. */
  public static String significant(double number, int digits) {
    if (number == 0 || !Double.isFinite(number)) {
      return fixed(number, 0);
    }
    BigDecimal rounded = new BigDecimal(number).round(new MathContext(digits));
    int magnitude = rounded.precision() - rounded.scale();
    return magnitude < -DIGITS || magnitude > 12
        ? String.format(Locale.ROOT, "%." + (digits - 1) + "e", number)
        : fixed(number, Math.max(0, digits - magnitude));
  }

  /** A fraction as a percentage: "24.4 %". */
  public static String percent(double fraction) {
    return Double.isFinite(fraction)
        ? fixed(100 * fraction, Math.abs(fraction) < 10 ? 1 : 0) + " %"
        : NONE;
  }

  /** A fraction as a percentage without needless decimals: "20 %", "12.5 %". */
  public static String roundPercent(double fraction) {
    return tick(100 * fraction) + " %";
  }

  /**
   * How changes of a quantity are written, of a rate those of the time that stands behind it: "+5.0
   * %", "-3.1 %", or how many times slower.
   */
  public static DoubleFunction<String> changeOf(Quantity quantity) {
    return fraction ->
        fraction >= 1
            ? reduction(-fraction, quantity, -1)
            : (fraction >= 0 ? "+" : "") + percent(fraction);
  }

  /**
   * How reductions of a quantity are written: a percentage, or how many times slower from twice on.
   * What is no time is not slower but worse.
   */
  public static DoubleFunction<String> reductionOf(Quantity quantity) {
    return fraction -> reduction(fraction, quantity, -1);
  }

  /** An interval of reductions: where one bound is twice as slow, the other is told alike. */
  public static String reductions(Interval interval, Quantity quantity) {
    double from = interval.lower() <= -1 && interval.upper() < 0 ? 0 : -1;
    return interval(interval, fraction -> reduction(fraction, quantity, from));
  }

  /** An interval of changes: factors where all of it is slower, and some at least twice as slow. */
  public static String changes(Interval interval, Quantity quantity) {
    boolean factors = interval.lower() > 0 && interval.upper() >= 1;
    return interval(
        interval, factors ? change -> reduction(-change, quantity, 0) : changeOf(quantity));
  }

  /** How many times slower from a fraction down. */
  private static String reduction(double fraction, Quantity quantity, double from) {
    if (!Double.isFinite(fraction) || fraction > from) {
      return percent(fraction);
    }
    String factor = fraction < -1e6 ? "over 1,000,000" : significant(1 - fraction, 3);
    return factor
        + (quantity.kind() != Quantity.Kind.OTHER
            ? "x slower"
            : quantity.better() == Quantity.Better.UNKNOWN ? "x as much" : "x worse");
  }

  /** A ratio: "x2.463". */
  public static String factor(double factor) {
    return Double.isFinite(factor) ? "x" + plain(factor) : NONE;
  }

  /** A ratio in words of a picture: two decimals below 2, else two digits: "1.45×", "2.1×". */
  public static String times(double factor) {
    return Double.isFinite(factor) ? times(factor, factor) + "×" : NONE;
  }

  /** A ratio with the decimals that suit an estimate: "1.45", "2.1". */
  public static String times(double factor, double estimate) {
    return estimate < 2 ? fixed(factor, 2) : significant(factor, 2);
  }

  /** An interval; nothing when a bound is missing. */
  public static String interval(Interval interval, DoubleFunction<String> format) {
    return interval.bounded()
        ? format.apply(interval.lower()) + " .. " + format.apply(interval.upper())
        : NONE;
  }

  /** What stands over intervals of a level: "90 % interval", "95.8 % interval". */
  public static String intervalHeading(double confidence) {
    return roundPercent(Math.rint(1000 * confidence) / 1000) + " interval";
  }

  /** A p-value: four decimals, five below 0.001, never zero. */
  public static String p(double p) {
    return p < 0.000005 ? "<0.00001" : fixed(p, p < 0.001 ? 5 : 4);
  }

  /** A level of a quantity with its unit; times and bytes choose theirs. */
  public static String of(double value, Quantity quantity) {
    return of(value, quantity, DIGITS);
  }

  /** A level that is looked at rather than read: "18,300 ops/s", "3.85 ms". */
  public static String brief(double value, Quantity quantity) {
    return of(
        Double.isFinite(value)
            ? new BigDecimal(value).round(new MathContext(BRIEF_DIGITS)).doubleValue()
            : value,
        quantity,
        BRIEF_DIGITS);
  }

  private static String of(double value, Quantity quantity, int digits) {
    String unit = quantity.unit();
    if (!Double.isFinite(value) || quantity.time()) {
      return time(value, digits);
    }
    if (unit.equals("B") || unit.startsWith("B/")) {
      return bytes(value, digits) + unit.substring(1);
    }
    return significant(value, digits)
        + (unit.isEmpty() || unit.equals("#") || unit.equals("---") ? "" : " " + unit);
  }

  /** How levels of a quantity are written. */
  public static DoubleFunction<String> in(Quantity quantity) {
    return value -> of(value, quantity);
  }

  /** How levels of a quantity are written along an axis; its unit stands elsewhere. */
  public static DoubleFunction<String> onAxis(Quantity quantity) {
    boolean bytes = quantity.unit().matches("bytes|B(/.*)?");
    return quantity.time() ? Numbers::timeTick : bytes ? Numbers::bytes : Numbers::compact;
  }

  /** A duration in seconds with the unit that suits it: "3.851 ms". */
  public static String time(double seconds) {
    return time(seconds, DIGITS);
  }

  /** A duration in seconds with a count of significant digits: "3.85 ms". */
  public static String time(double seconds, int digits) {
    return inUnit(seconds, digits, number -> significant(number, digits));
  }

  /** A duration for an axis, without needless zeros: "10 ms". */
  public static String timeTick(double seconds) {
    return inUnit(seconds, DIGITS, Numbers::tick);
  }

  /**
   * In the largest unit in which a duration, rounded to some digits, is not below one; nanoseconds
   * for any shorter.
   */
  private static String inUnit(double seconds, int digits, DoubleFunction<String> format) {
    if (seconds == 0 || !Double.isFinite(seconds)) {
      return fixed(seconds, 0);
    }
    double one = 1 - 0.5 * Math.pow(10, -digits);
    int unit = 0;
    while (unit < TIME_UNITS.length - 1 && Math.abs(seconds) * Math.pow(1000, unit) < one) {
      unit++;
    }
    return format.apply(seconds * Math.pow(1000, unit)) + " " + TIME_UNITS[unit];
  }

  /** A number of bytes with the decimal unit that suits it: "1.234 MB". */
  public static String bytes(double bytes) {
    return bytes(bytes, DIGITS);
  }

  private static String bytes(double bytes, int digits) {
    double value = bytes;
    int unit = 0;
    while (Math.abs(value) >= 999.95 && unit < BYTE_UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    return (unit == 0 ? fixed(value, value % 1 == 0 ? 0 : 1) : significant(value, digits))
        + " "
        + BYTE_UNITS[unit];
  }

  /** A number without needless zeros, as on an axis: "0.25", "1,500". */
  public static String tick(double number) {
    if (!Double.isFinite(number)) {
      return fixed(number, 0);
    }
    BigDecimal exact = new BigDecimal(number).round(new MathContext(6)).stripTrailingZeros();
    return exact.signum() != 0 && Math.abs(number) < 1e-5
        ? String.format(Locale.ROOT, "%.0e", number)
        : fixed(number, Math.max(0, exact.scale()));
  }

  /** A number for a narrow axis: "25 k", "1.5 M". */
  public static String compact(double number) {
    double size = Math.abs(number);
    return size >= 1e6
        ? tick(number / 1e6) + " M"
        : size >= 1e4 ? tick(number / 1e3) + " k" : tick(number);
  }
}
