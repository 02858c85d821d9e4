package org.docduel.core.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The size of a document's payload. Units are decimal: 1KB is 1000 bytes.
 *
 * @param bytes 1 to {@link #MAX_BYTES}
 */
public record PayloadSize(int bytes) {
  /** The name of the parameter that chooses it. */
  public static final String PARAMETER = "payload";

  /** 15,000,000 bytes: what leaves room for the rest of a document within BSON's 16 MiB. */
  public static final int MAX_BYTES = 15_000_000;

  private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,8})(B|KB|MB)");
  private static final String ACCEPTED =
      "a size such as 10B, 200B, 4KB or 1MB, from 1B to 15MB (1KB = 1000 bytes)";

  /**
   * Refuses sizes outside the range.
   *
   * @throws BadInputException when there are too few or too many bytes
   */
  public PayloadSize {
    if (bytes < 1 || bytes > MAX_BYTES) {
      throw BadInputException.parameter(PARAMETER, bytes + "B", ACCEPTED);
    }
  }

  /**
   * Reads a size such as {@code 10B}, {@code 4KB} or {@code 1MB}.
   *
   * @param text a whole number and a unit
   * @return the size
   * @throws BadInputException when the text is no size or out of range
   */
  public static PayloadSize parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw BadInputException.parameter(PARAMETER, text, ACCEPTED);
    }
    long unit =
        switch (matcher.group(2)) {
          case "MB" -> 1_000_000;
          case "KB" -> 1_000;
          default -> 1;
        };
    long bytes = Long.parseLong(matcher.group(1)) * unit;
    if (bytes > MAX_BYTES) {
      throw BadInputException.parameter(PARAMETER, text, ACCEPTED);
    }
    return new PayloadSize((int) bytes);
  }
}
