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
          "(?:[a-z]+-)?(?:([0-9]+)[x×])?([0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)\\s*"
              + "(?i:([KMGT])(I?B)?|B)?");

  private Magnitude() {}

  /**
   * The number a value stands for.
   *
   * @param parameter the parameter, for the message
   * @throws BadInputException if the value is not a number with a known unit
   */
  public static double of(String parameter, String value) {
    return of(value)
        .orElseThrow(() ->
            new BadInputException(
                "parameter '%s' has the value '%s', which is not a number (10, 1e6, 10B, 4KB and 10x20B are)"
                    .formatted(parameter, value)));
  }

  /** The number a value stands for; empty when it is none. */
  public static OptionalDouble of(String value) {
    Matcher matcher = FORM.matcher(value.strip());
    if (!matcher.matches()) {
      return OptionalDouble.empty();
    }
    double times = matcher.group(1) == null ? 1 : Double.parseDouble(matcher.group(1));
    String prefix = matcher.group(3);
    int power = prefix == null ? 0 : "KMGT".indexOf(prefix.toUpperCase(Locale.ROOT)) + 1;
    double base = "IB".equalsIgnoreCase(matcher.group(4)) ? 1024 : 1000;
    return OptionalDouble.of(times * Double.parseDouble(matcher.group(2)) * Math.pow(base, power));
  }
}
