package org.docduel.stats.jmh;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parameter values read as numbers: {@code 1000}, {@code 1e6}, {@code 10B}, {@code 4KB} (1 KB is
 * 1000 B, 1 KiB 1024 B), {@code 200x20B} (200 times 20 B), {@code users-90} (the number behind one
 * word).
 */
public final class Magnitude {
  private static final Pattern FORM =
      Pattern.compile(
          "(?:[a-z]+-)?(?:([0-9]+)[x×])?([0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)\\s*([A-Za-z]*)");
  private static final String PREFIXES = "KMGT";

  private Magnitude() {}

  /**
   * The number a value stands for.
   *
   * @param parameter the parameter, for the message
   * @param value its value
   * @throws BadInputException if the value is no number with a known unit
   */
  public static double of(String parameter, String value) {
    return of(value)
        .orElseThrow(() ->
            new BadInputException(
                "parameter '"
                    + parameter
                    + "' has the value '"
                    + value
                    + "', which is no number (10, 1e6, 10B, 4KB and 10x20B are)"));
  }

  /** The number a value stands for; empty when it is none. */
  public static OptionalDouble of(String value) {
    Matcher matcher = FORM.matcher(value.strip());
    if (!matcher.matches()) {
      return OptionalDouble.empty();
    }
    double unit = unit(matcher.group(3).toUpperCase(Locale.ROOT));
    double times = matcher.group(1) == null ? 1 : Double.parseDouble(matcher.group(1));
    return unit > 0
        ? OptionalDouble.of(times * Double.parseDouble(matcher.group(2)) * unit)
        : OptionalDouble.empty();
  }

  /** What a unit in capitals amounts to: K and KB 1,000, KIB 1,024, up to T; 0 for no unit. */
  private static double unit(String unit) {
    if (unit.isEmpty() || unit.equals("B")) {
      return 1;
    }
    int power = PREFIXES.indexOf(unit.charAt(0)) + 1;
    return switch (unit.substring(1)) {
      case "", "B" -> power == 0 ? 0 : Math.pow(1000, power);
      case "IB" -> power == 0 ? 0 : Math.pow(1024, power);
      default -> 0;
    };
  }
}
