package org.docduel.core.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The size of a document's payload. Units are decimal: 1KB is 1000 bytes.
 *
 * @param bytes 1 to {@link #MAX_BYTES}
 */
public record PayloadSize(int bytes) {
  /** 15,000,000 bytes: what leaves room for the rest of a document within BSON's 16 MiB. */
  public static final int MAX_BYTES = 15_000_000;

  public static final Parameter<PayloadSize> PARAMETER =
      new Parameter<>(
          "payload",
          "bytes of payload in a document, any size from 1B to 15MB",
          "payload=10B,4KB",
          PayloadSize::parse);

  private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,8})(B|KB|MB)");

  public PayloadSize {
    if (bytes < 1 || bytes > MAX_BYTES) {
      throw badInput(bytes + "B");
    }
  }

  /** Reads a size such as {@code 10B}, {@code 4KB} or {@code 1MB}. */
  public static PayloadSize parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw badInput(text);
    }
    long unit = text.endsWith("MB") ? 1_000_000 : text.endsWith("KB") ? 1_000 : 1;
    long bytes = Long.parseLong(matcher.group(1)) * unit;
    if (bytes > MAX_BYTES) {
      throw badInput(text);
    }
    return new PayloadSize((int) bytes);
  }

  private static BadInputException badInput(String text) {
    return BadInputException.parameter(
        "payload",
        text,
        "a size such as 10B, 200B, 4KB or 1MB, from 1B to 15MB (1KB = 1000 bytes)");
  }
}
