package org.docduel.core.config;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A parameter that {@code -p} sets, declared once: the help shows it, the launcher checks it before
 * anything starts, and the plan and the benchmark read its value.
 *
 * @param example a value as one would type it, such as {@code payload=10B,4KB}
 */
public record Parameter<T>(
    String name, String accepted, String example, Function<String, T> parser) {

  /** A whole number from {@code min}, 0 or more, to {@code max}; the help tells these bounds. */
  public static Parameter<Integer> number(
      String name, int min, int max, String what, String example) {
    return new Parameter<>(
        name,
        what + ", " + min + " to " + max,
        example,
        text -> {
          int value = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
          if (value < min || value > max) {
            throw BadInputException.parameter(
                name, text, "a whole number from " + min + " to " + max);
          }
          return value;
        });
  }

  /** Any text; its values are judged together with others. */
  public static Parameter<String> text(String name, String accepted, String example) {
    return new Parameter<>(name, accepted, example, text -> text);
  }

  /** One of the constants of an enum, written in lower case. */
  public static <E extends Enum<E>> Parameter<E> choice(
      String name, Class<E> type, String accepted, String example) {
    Map<String, E> values = new LinkedHashMap<>();
    for (E constant : type.getEnumConstants()) {
      values.put(label(constant), constant);
    }
    return oneOf(name, values, accepted, example);
  }

  /** One of some words, each of which stands for a value. */
  public static <T> Parameter<T> choice(
      String name, Map<String, T> values, String accepted, String example) {
    return oneOf(name, new TreeMap<>(values), accepted, example);
  }

  private static <T> Parameter<T> oneOf(
      String name, Map<String, T> values, String accepted, String example) {
    return new Parameter<>(
        name,
        accepted,
        example,
        text -> {
          T value = values.get(text);
          if (value == null) {
            throw BadInputException.parameter(
                name, text, "one of " + String.join(", ", values.keySet()));
          }
          return value;
        });
  }

  /**
   * Reads a value.
   *
   * @throws BadInputException when it is not accepted
   */
  public T parse(String text) {
    return parser.apply(text);
  }

  /** How a constant is written as a value. */
  public static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
