package org.docduel.stats.select;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.stats.BadInputException;

/**
 * Parameter values read as numbers: {@code 1000}, {@code 1e6}, {@code 10B}, {@code 4KB} (1 KB is
 * 1000 B, 1 KiB 1024 B), {@code 200x20B} (200 times 20 B), {@code users-90} (the number behind one
 * word).
 */
public final class Magnitude {
  private static final Pattern FORM =
      Pattern.compile(
          "(?:[a-z]+-)?(?:([0-9]+)x)?([0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)\\s*([A-Za-z]*)");
  private static final Map<String, Double> UNITS =
      Map.of(
          "", 1.0, "B", 1.0, "KB", 1e3, "MB", 1e6, "GB", 1e9, "KIB", 1024.0, "MIB", 1048576.0, "K",
          1e3, "M", 1e6);

  private Magnitude() {}

  /**
   * The number a value stands for.
   *
   * @param parameter the parameter, for the message
   * @param value its value
   * @throws BadInputException if the value is no number with a known unit
   */
  public static double of(String parameter, String value) {
    Matcher matcher = FORM.matcher(value.strip());
    Double unit = matcher.matches() ? UNITS.get(matcher.group(3).toUpperCase(Locale.ROOT)) : null;
    if (unit == null) {
      throw new BadInputException(
          "parameter '"
              + parameter
              + "' has the value '"
              + value
              + "', which is no number (10, 1e6, 10B, 4KB and 10x20B are)");
    }
    double times = matcher.group(1) == null ? 1 : Double.parseDouble(matcher.group(1));
    return times * Double.parseDouble(matcher.group(2)) * unit;
  }
}
