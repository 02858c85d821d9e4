package org.docduel.core.encoding;

import com.fasterxml.jackson.core.Base64Variant;
import com.fasterxml.jackson.core.Base64Variants;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.StoreException.RejectedDocumentException;

/**
 * What is left of a value's kind in JSON, which has text, numbers, truth values and null:
 *
 * <ul>
 *   <li>a timestamp becomes ISO-8601 text in UTC with three digits of a second's fraction; in the
 *       years 0 to 9999 such texts order as the instants do;
 *   <li>bytes become base64 text (RFC 4648, padded, without line breaks) or a list of integers from
 *       0 to 255;
 *   <li>JSON has one kind of number. A double is written by the fewest digits that are read as the
 *       same double, and comes back as a decimal; a number whose value is whole and fits in 64 bits
 *       comes back as an integer. No digit of any number is lost.
 * </ul>
 */
public final class JsonForm {
  static final Base64Variant BASE64 = Base64Variants.MIME_NO_LINEFEEDS;

  private static final DateTimeFormatter ISO_MILLISECONDS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
  private static final Instant YEAR_0 = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant YEAR_10000 = Instant.parse("+10000-01-01T00:00:00Z");
  private static final String SECOND = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d";

  /** Texts of the form that {@link #text} gives instants. */
  public static final Pattern WRITTEN = Pattern.compile(SECOND + "\\.\\d{3}Z");

  /** Texts of that form whose fraction a server may have shortened or filled up. */
  public static final Pattern ANY_FRACTION = Pattern.compile(SECOND + "(\\.\\d{1,9})?Z");

  private static final byte[] PATTERN =
      "0000-00-00T00:00:00.000Z".getBytes(StandardCharsets.ISO_8859_1);
  private static final BigDecimal MIN_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

  private JsonForm() {}

  /** A document's body as it comes back from JSON. */
  public static ObjectValue of(ObjectValue body, PayloadEncoding binaries) {
    List<Value> values = new ArrayList<>(body.values().size());
    for (Value value : body.values()) {
      values.add(of(value, binaries));
    }
    return new ObjectValue(body.names(), values);
  }

  /** A value as it comes back from JSON. */
  public static Value of(Value value, PayloadEncoding binaries) {
    if (value instanceof ObjectValue object) {
      return of(object, binaries);
    } else if (value instanceof ArrayValue array) {
      return new ArrayValue(
          array.elements().stream().map(element -> of(element, binaries)).toList());
    } else if (value instanceof TimestampValue timestamp) {
      return new StringValue(text(timestamp));
    } else if (value instanceof BinaryValue binary) {
      return bytes(binary.value(), binaries);
    } else if (value instanceof DecimalValue decimal) {
      return number(decimal.value());
    } else if (value instanceof DoubleValue number) {
      return number(number.decimal());
    }
    return value;
  }

  /**
   * A double of a document.
   *
   * @throws RejectedDocumentException for NaN and the infinities, which JSON has no form for
   */
  public static double finite(DoubleValue number) {
    if (!Double.isFinite(number.value())) {
      throw new RejectedDocumentException(
          "a number is " + number.value() + ", which JSON cannot hold; write null");
    }
    return number.value();
  }

  /** A timestamp as JSON has it: such as {@code 2025-01-01T00:00:00.000Z}. */
  public static String text(TimestampValue timestamp) {
    Instant instant = timestamp.value();
    return instant.isBefore(YEAR_0) || !instant.isBefore(YEAR_10000)
        ? ISO_MILLISECONDS.format(instant)
        : fourDigitYear(instant);
  }

  /** The instant that a text of a form means, to the microsecond; empty for any other text. */
  public static Optional<Value> instant(String text, Pattern form) {
    try {
      return form.matcher(text).matches()
          ? Optional.of(new TimestampValue(Instant.parse(text).truncatedTo(ChronoUnit.MICROS)))
          : Optional.empty();
    } catch (DateTimeParseException e) { // such as the 31st of April
      return Optional.empty();
    }
  }

  /** The formatter takes longer than the rest of a row of timestamps. */
  private static String fourDigitYear(Instant instant) {
    LocalDateTime time =
        LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
    byte[] text = PATTERN.clone();
    digits(text, 4, time.getYear());
    digits(text, 7, time.getMonthValue());
    digits(text, 10, time.getDayOfMonth());
    digits(text, 13, time.getHour());
    digits(text, 16, time.getMinute());
    digits(text, 19, time.getSecond());
    digits(text, 23, instant.get(ChronoField.MILLI_OF_SECOND));
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  private static void digits(byte[] text, int end, int number) {
    int at = end;
    for (int remaining = number; remaining > 0; remaining /= 10) {
      text[--at] = (byte) ('0' + remaining % 10);
    }
  }

  /**
   * A number as a format has it that does not tell whole numbers from others.
   *
   * @return an integer when it is whole and fits in 64 bits, else a decimal
   */
  public static Value number(BigDecimal value) {
    boolean isInteger = value.signum() == 0 || value.stripTrailingZeros().scale() <= 0;
    // The digits are counted first: a short text such as 1E+999999999 has no room when written out.
    if (isInteger
        && (long) value.precision() - value.scale() <= 19
        && value.compareTo(MIN_LONG) >= 0
        && value.compareTo(MAX_LONG) <= 0) {
      return new IntegerValue(value.longValueExact());
    }
    return new DecimalValue(value);
  }

  private static Value bytes(byte[] bytes, PayloadEncoding binaries) {
    if (binaries != PayloadEncoding.INTARRAY) {
      return new StringValue(BASE64.encode(bytes));
    }
    List<Value> integers = new ArrayList<>(bytes.length);
    for (byte b : bytes) {
      integers.add(new IntegerValue(b & 0xFF));
    }
    return new ArrayValue(integers);
  }
}
