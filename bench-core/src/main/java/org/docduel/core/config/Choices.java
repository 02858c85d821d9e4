package org.docduel.core.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Parameters whose values are the constants of an enum, written in lower case. */
final class Choices {
  private Choices() {}

  static <E extends Enum<E>> E parse(Class<E> type, String parameter, String value) {
    for (E constant : type.getEnumConstants()) {
      if (label(constant).equals(value)) {
        return constant;
      }
    }
    String accepted =
        Arrays.stream(type.getEnumConstants())
            .map(Choices::label)
            .collect(Collectors.joining(", "));
    throw BadInputException.parameter(parameter, value, "one of " + accepted);
  }

  static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
