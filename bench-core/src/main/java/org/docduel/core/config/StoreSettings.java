package org.docduel.core.config;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

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

  /**
   * What tells data of these settings from data of others, in the name of a collection that is kept
   * from one run to the next: what lies there under other settings may lie otherwise.
   *
   * @return nothing when nothing is set, else an underscore and four letters and digits of a hash
   */
  public String tag() {
    if (values.isEmpty()) {
      return "";
    }
    CRC32 hash = new CRC32();
    hash.update(text().getBytes(StandardCharsets.UTF_8));
    int most = 36 * 36 * 36 * 36;
    return "_" + Long.toString(most + hash.getValue() % most, 36).substring(1);
  }
}
