package org.docduel.core.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Values of the parameters that stores declare themselves, as texts. A store reads its own and
 * ignores those of others.
 */
public record StoreSettings(Map<String, String> values) {
  /** What {@link #text()} gives when nothing is set. */
  public static final String DEFAULT = "default";

  private static final StoreSettings NONE = new StoreSettings(Map.of());
  private static final String SEPARATOR = ";";

  /**
   * Sorts and copies the map.
   *
   * @throws BadInputException when a value holds a semicolon
   */
  public StoreSettings {
    values.forEach((name, value) -> {
      if (value.contains(SEPARATOR)) {
        throw BadInputException.parameter(name, value, "a value without a semicolon");
      }
    });
    values = Collections.unmodifiableMap(new TreeMap<>(values));
  }

  /** Every parameter at its default. */
  public static StoreSettings none() {
    return NONE;
  }

  /**
   * Reads what {@link #text()} wrote.
   *
   * @param text such as {@code page=8;sync=off}, or {@link #DEFAULT}
   * @throws BadInputException when a part has no equals sign
   */
  public static StoreSettings parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    if (!text.isEmpty() && !text.equals(DEFAULT)) {
      for (String part : text.split(SEPARATOR, -1)) {
        int equals = part.indexOf('=');
        if (equals < 1) {
          throw BadInputException.parameter("settings", text, "NAME=VALUE[;NAME=VALUE]");
        }
        values.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    return new StoreSettings(values);
  }

  /** All of them in one line, by name. */
  public String text() {
    return values.isEmpty()
        ? DEFAULT
        : values.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(SEPARATOR));
  }
}
