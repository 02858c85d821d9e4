package org.docduel.read.key;

import java.util.Arrays;
import java.util.Locale;
import org.docduel.core.config.BadInputException;

/** Where in a document the key lies that is looked for. */
enum KeyPosition {
  /** In the first field. */
  EARLY,
  /** Half way. */
  MIDDLE,
  /** At the end. */
  LATE;

  static final String PARAMETER = "position";

  static KeyPosition parse(String value) {
    return Arrays.stream(values())
        .filter(position -> position.name().toLowerCase(Locale.ROOT).equals(value))
        .findFirst()
        .orElseThrow(
            () -> BadInputException.parameter(PARAMETER, value, "one of early, middle, late"));
  }
}
