package org.docduel.capture;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Masks the rows of a table in COPY's text format: a line each, fields between tabs, {@code \N} for
 * null. Values that cannot be masked become null.
 */
final class MaskedRows extends OutputStream {
  private static final String NULL = "\\N";

  /** What stands behind a backslash, and for which character. */
  private static final String ESCAPES = "bfnrtv\\";

  private static final String ESCAPED = "\b\f\n\r\t\u000b\\";

  private final OutputStream out;
  private final List<Optional<UnaryOperator<String>>> maskings;
  private final ByteArrayOutputStream row = new ByteArrayOutputStream();

  /**
   * Writes to another stream.
   *
   * @param maskings of each column
   */
  MaskedRows(OutputStream out, List<Optional<UnaryOperator<String>>> maskings) {
    this.out = out;
    this.maskings = List.copyOf(maskings);
  }

  @Override
  public void write(int sign) throws IOException {
    write(new byte[] {(byte) sign}, 0, 1);
  }

  /** A row ends at a line break: those of values are escaped. */
  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    int start = from;
    for (int i = from; i < from + length; i++) {
      if (bytes[i] == '\n') {
        row.write(bytes, start, i - start);
        out.write(
            (masked(row.toString(StandardCharsets.UTF_8)) + '\n').getBytes(StandardCharsets.UTF_8));
        row.reset();
        start = i + 1;
      }
    }
    row.write(bytes, start, from + length - start);
  }

  private String masked(String line) throws IOException {
    if (maskings.isEmpty()) {
      return line;
    }
    String[] fields = line.split("\t", -1);
    if (fields.length != maskings.size()) {
      throw new IOException(
          "COPY wrote a row of %d fields for %d columns".formatted(fields.length, maskings.size()));
    }
    for (int i = 0; i < fields.length; i++) {
      String field = fields[i];
      if (!field.equals(NULL)) {
        fields[i] = maskings.get(i).map(mask -> escape(mask.apply(unescape(field)))).orElse(NULL);
      }
    }
    return String.join("\t", fields);
  }

  private static String unescape(String field) {
    if (field.indexOf('\\') < 0) {
      return field;
    }
    StringBuilder value = new StringBuilder();
    for (int i = 0; i < field.length(); i++) {
      char sign = field.charAt(i);
      if (sign == '\\' && i + 1 < field.length()) {
        char escape = field.charAt(++i);
        int place = ESCAPES.indexOf(escape);
        sign = place < 0 ? escape : ESCAPED.charAt(place);
      }
      value.append(sign);
    }
    return value.toString();
  }

  private static String escape(String value) {
    StringBuilder field = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char sign = value.charAt(i);
      int place = ESCAPED.indexOf(sign);
      if (place < 0) {
        field.append(sign);
      } else {
        field.append('\\').append(ESCAPES.charAt(place));
      }
    }
    return field.toString();
  }

  /** Closes the other stream too; what is no whole row is no row. */
  @Override
  public void close() throws IOException {
    out.close();
  }
}
