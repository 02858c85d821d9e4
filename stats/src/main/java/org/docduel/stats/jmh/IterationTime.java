package org.docduel.stats.jmh;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The length of an iteration as JMH writes it. */
public final class IterationTime {
  private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?) (ms|s|m|min|hr)");

  private IterationTime() {}

  /**
   * Reads a time.
   *
   * @param text for example {@code 10 s}
   * @return seconds; 0 when the text states no time
   */
  public static double seconds(String text) {
    Matcher matcher = TIME.matcher(text);
    if (!matcher.matches()) {
      return 0;
    }
    double number = Double.parseDouble(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> number / 1000;
      case "s" -> number;
      case "hr" -> number * 3600;
      default -> number * 60;
    };
  }
}
