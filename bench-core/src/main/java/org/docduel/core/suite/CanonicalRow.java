package org.docduel.core.suite;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.core.encoding.WellFormedText;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.FloatValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;

/**
 * A row in a form that is the same whatever the store. An object is the same as columns named by
 * its paths, with dots, which is how typed tables have it; names are compared as they are.
 *
 * @param form a text that no other row has, but for its numbers, in whose places are signs
 * @param numbers in the order of the signs
 */
record CanonicalRow(String form, List<Value> numbers) {
  private static final char NUMBER = '#';
  private static final char QUOTE = '\'';

  /** Differences up to this factor are rounding, where a side is a binary fraction. */
  private static final double TOLERANCE = 1e-9;

  /** What is left of a binary sum that is zero. */
  private static final double NOTHING = 1e-15;

  /** Up to here binary numbers have every whole number. */
  private static final BigDecimal WHOLE = BigDecimal.valueOf(1L << 53);

  /** A column of this name that holds an object is the document: its fields are the row's. */
  private static final String DOCUMENT = "doc";

  /** Quotients that servers round, each to its own number of digits, have as many or more. */
  private static final int QUOTIENT_DIGITS = 16;

  /** A number with more places is written with an exponent. */
  private static final int PLAIN_PLACES = 60;

  /** A value that is no object, unless that has no fields. */
  private record Cell(String path, Value value) {}

  /**
   * The row of some columns; those of one name stay in the order of their positions.
   *
   * @param absentIsNull whether a field that is null is the same as one that is absent
   * @throws IllegalArgumentException when a text has half of a surrogate pair
   */
  static CanonicalRow of(List<String> names, List<Value> values, boolean absentIsNull) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      boolean whole = names.get(i).equals(DOCUMENT) && values.get(i) instanceof ObjectValue;
      String path =
          whole
              ? ""
              : Stream.of(names.get(i).split("\\.", -1))
                  .map(CanonicalRow::name)
                  .collect(Collectors.joining("."));
      put(cells, path, values.get(i), absentIsNull);
    }
    cells.sort(Comparator.comparing(Cell::path));
    List<Value> numbers = new ArrayList<>();
    String form =
        cells.stream()
            .map(cell -> cell.path() + "=" + form(cell.value(), numbers, absentIsNull))
            .collect(Collectors.joining(", ", "{", "}"));
    return new CanonicalRow(form, numbers);
  }

  private static void put(List<Cell> cells, String path, Value value, boolean absentIsNull) {
    if (value instanceof ObjectValue object && object.names().size() > 0) {
      String prefix = path.isEmpty() ? "" : path + ".";
      for (int i = 0; i < object.values().size(); i++) {
        String name = name(object.names().name(i));
        put(cells, prefix + name, object.values().get(i), absentIsNull);
      }
    } else if (!absentIsNull || !(value == NullValue.NULL || value instanceof ObjectValue)) {
      cells.add(new Cell(path, value));
    }
  }

  /** A name as it is, unless something in it could be taken for what stands around it. */
  private static String name(String name) {
    boolean plain = name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_');
    return plain && !name.isEmpty() ? name : quoted(name);
  }

  /** Half of a surrogate pair would be equal to a question mark in the bytes of a digest. */
  private static String quoted(String text) {
    if (!WellFormedText.is(text)) {
      throw new IllegalArgumentException("half of a surrogate pair in a text");
    }
    return QUOTE + text.replace("'", "''") + QUOTE;
  }

  private static String form(Value value, List<Value> numbers, boolean absentIsNull) {
    if (isNumber(value)) {
      numbers.add(value);
      return String.valueOf(NUMBER);
    } else if (value instanceof StringValue text) {
      return quoted(text.value());
    } else if (value instanceof ArrayValue array) {
      return array.elements().stream()
          .map(element -> form(element, numbers, absentIsNull))
          .collect(Collectors.joining(", ", "[", "]"));
    } else if (value instanceof ObjectValue object) {
      return IntStream.range(0, object.values().size())
          .filter(i -> !absentIsNull || object.values().get(i) != NullValue.NULL)
          .mapToObj(i -> new Cell(name(object.names().name(i)), object.values().get(i)))
          .sorted(Comparator.comparing(Cell::path))
          .map(cell -> cell.path() + "=" + form(cell.value(), numbers, absentIsNull))
          .collect(Collectors.joining(", ", "{", "}"));
    } else if (value instanceof BinaryValue binary) {
      return "\\x" + HexFormat.of().formatHex(binary.value());
    } else if (value instanceof TimestampValue time) {
      return time.value().toString();
    } else if (value instanceof FloatValue number) {
      return String.valueOf(number.value()); // not finite
    }
    return value instanceof BooleanValue truth ? String.valueOf(truth.value()) : "null";
  }

  /** All of it, in a text that no other row has. */
  String text() {
    StringBuilder text = new StringBuilder();
    boolean quoted = false;
    int next = 0;
    for (int i = 0; i < form.length(); i++) {
      char c = form.charAt(i);
      quoted ^= c == QUOTE;
      if (c == NUMBER && !quoted) {
        BigDecimal number = exact(numbers.get(next++)).stripTrailingZeros();
        boolean plain = Math.abs((long) number.scale()) <= PLAIN_PLACES;
        text.append(
            number.signum() == 0 ? "0" : plain ? number.toPlainString() : number.toString());
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  /** Whether both say the same, value by value, each by its type. */
  boolean agreesWith(CanonicalRow other) {
    return form.equals(other.form)
        && IntStream.range(0, numbers.size())
            .allMatch(i -> agree(numbers.get(i), other.numbers.get(i)));
  }

  private static boolean agree(Value one, Value other) {
    boolean binary = one instanceof FloatValue || other instanceof FloatValue;
    return binary ? nearly(exact(one), exact(other)) : equal(exact(one), exact(other));
  }

  /** One of both is a binary fraction. */
  private static boolean nearly(BigDecimal one, BigDecimal other) {
    if (isWhole(one) && isWhole(other)) {
      return one.compareTo(other) == 0; // counts and keys
    }
    double first = one.doubleValue();
    double second = other.doubleValue();
    double apart = Math.abs(first - second);
    return one.compareTo(other) == 0
        || apart <= NOTHING
        || apart <= TOLERANCE * Math.max(Math.abs(first), Math.abs(second));
  }

  private static boolean isWhole(BigDecimal number) {
    return number.abs().compareTo(WHOLE) <= 0 && number.stripTrailingZeros().scale() <= 0;
  }

  /**
   * Decimals are equal by value. Long ones with different numbers of digits are quotients, such as
   * means, which each server rounds to its own: they agree in the digits that both have.
   */
  private static boolean equal(BigDecimal one, BigDecimal other) {
    if (one.compareTo(other) == 0) {
      return true;
    }
    int digits = Math.min(one.scale(), other.scale());
    return digits > 0
        && one.scale() != other.scale()
        && Math.min(one.precision(), other.precision()) >= QUOTIENT_DIGITS
        && one.subtract(other).abs().compareTo(BigDecimal.ONE.scaleByPowerOfTen(-digits)) < 0;
  }

  private static boolean isNumber(Value value) {
    return value instanceof IntegerValue
        || value instanceof DecimalValue
        || (value instanceof FloatValue number && Double.isFinite(number.value()));
  }

  /** A binary number by the shortest decimal that is nearest to it and to no other. */
  private static BigDecimal exact(Value value) {
    if (value instanceof IntegerValue number) {
      return BigDecimal.valueOf(number.value());
    }
    return value instanceof DecimalValue number
        ? number.value()
        : BigDecimal.valueOf(((FloatValue) value).value());
  }
}
