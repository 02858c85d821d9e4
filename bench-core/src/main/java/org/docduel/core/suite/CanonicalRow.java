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
import org.docduel.core.model.Value.DoubleValue;
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
record CanonicalRow(String form, List<Amount> numbers) {
  /** The sign of a number, half of a surrogate pair without the other: no text has that. */
  private static final String NUMBER = "\ud800#";

  /** A column of this name that holds an object is the document: its fields are the row's. */
  private static final String DOCUMENT = "doc";

  /** A number with more places is written with an exponent. */
  private static final int PLAIN_PLACES = 60;

  /**
   * The row of some columns; those of one name stay in the order of their positions.
   *
   * @param absentIsNull whether a field that is null is the same as one that is absent
   * @throws IllegalArgumentException when a text has half of a surrogate pair
   */
  static CanonicalRow of(List<String> names, List<Value> values, boolean absentIsNull) {
    Forms forms = new Forms(absentIsNull, new ArrayList<>());
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      boolean isDocument = names.get(i).equals(DOCUMENT) && values.get(i) instanceof ObjectValue;
      String path =
          isDocument
              ? ""
              : Stream.of(names.get(i).split("\\.", -1))
                  .map(Forms::name)
                  .collect(Collectors.joining("."));
      forms.put(cells, path, values.get(i));
    }
    return new CanonicalRow(forms.of(cells), forms.numbers);
  }

  /** All of it, in a text that no other row has. */
  String text() {
    StringBuilder text = new StringBuilder();
    int at = 0;
    for (Amount number : numbers) {
      int sign = form.indexOf(NUMBER, at);
      text.append(form, at, sign).append(number.text());
      at = sign + NUMBER.length();
    }
    return text.append(form, at, form.length()).toString();
  }

  /** Whether both say the same, value by value, each by its type. */
  boolean agreesWith(CanonicalRow other) {
    return form.equals(other.form)
        && IntStream.range(0, numbers.size())
            .allMatch(i -> numbers.get(i).agreesWith(other.numbers.get(i)));
  }

  /** A value that is no object, unless that has no fields. */
  private record Cell(String path, Value value) {}

  /** Writes values, and puts the numbers aside. */
  private record Forms(boolean absentIsNull, List<Amount> numbers) {
    void put(List<Cell> cells, String path, Value value) {
      if (value instanceof ObjectValue object && object.names().size() > 0) {
        String prefix = path.isEmpty() ? "" : path + ".";
        for (int i = 0; i < object.values().size(); i++) {
          put(cells, prefix + name(object.names().name(i)), object.values().get(i));
        }
      } else if (!absentIsNull || !(value == NullValue.NULL || value instanceof ObjectValue)) {
        cells.add(new Cell(path, value));
      }
    }

    String of(List<Cell> cells) {
      cells.sort(Comparator.comparing(Cell::path));
      return cells.stream()
          .map(cell -> cell.path() + "=" + of(cell.value()))
          .collect(Collectors.joining(", ", "{", "}"));
    }

    private String of(Value value) {
      if (value instanceof IntegerValue number) {
        return number(BigDecimal.valueOf(number.value()), false);
      } else if (value instanceof DecimalValue number) {
        return number(number.value(), false);
      } else if (value instanceof DoubleValue number) {
        return Double.isFinite(number.value())
            ? number(number.decimal(), true)
            : String.valueOf(number.value());
      } else if (value instanceof StringValue text) {
        return quoted(text.value());
      } else if (value instanceof ArrayValue array) {
        return array.elements().stream().map(this::of).collect(Collectors.joining(", ", "[", "]"));
      } else if (value instanceof ObjectValue object) {
        List<Cell> cells = new ArrayList<>();
        if (object.names().size() > 0) {
          put(cells, "", object);
        }
        return of(cells);
      } else if (value instanceof BinaryValue binary) {
        return "\\x" + HexFormat.of().formatHex(binary.value());
      } else if (value instanceof TimestampValue time) {
        return time.value().toString();
      }
      return value instanceof BooleanValue truth ? String.valueOf(truth.value()) : "null";
    }

    private String number(BigDecimal exact, boolean binary) {
      numbers.add(new Amount(exact, binary));
      return NUMBER;
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
      return "'" + text.replace("'", "''") + "'";
    }
  }

  /**
   * A number.
   *
   * @param exact of a binary fraction the shortest decimal that is nearest to it and to no other
   */
  private record Amount(BigDecimal exact, boolean binary) {
    /** Differences up to this factor are rounding, where a side is a binary fraction. */
    private static final double TOLERANCE = 1e-9;

    /** What is left of a binary sum that is zero. */
    private static final double NOTHING = 1e-15;

    /** Up to here binary numbers have every whole number. */
    private static final BigDecimal MAX_EXACT_INTEGER = BigDecimal.valueOf(1L << 53);

    /** Quotients that servers round, each to its own number of digits, have as many or more. */
    private static final int QUOTIENT_DIGITS = 16;

    String text() {
      BigDecimal shortest = exact.stripTrailingZeros();
      boolean plain = Math.abs((long) shortest.scale()) <= PLAIN_PLACES;
      return exact.signum() == 0 ? "0" : plain ? shortest.toPlainString() : shortest.toString();
    }

    boolean agreesWith(Amount other) {
      return exact.compareTo(other.exact) == 0
          || ((binary || other.binary) ? isNear(other) : isSameQuotient(other));
    }

    /** Whole numbers are counts and keys, and are never near. */
    private boolean isNear(Amount other) {
      double first = exact.doubleValue();
      double second = other.exact.doubleValue();
      double difference = Math.abs(first - second);
      return !(isWhole() && other.isWhole())
          && (difference <= NOTHING
              || difference <= TOLERANCE * Math.max(Math.abs(first), Math.abs(second)));
    }

    private boolean isWhole() {
      return exact.abs().compareTo(MAX_EXACT_INTEGER) <= 0
          && exact.stripTrailingZeros().scale() <= 0;
    }

    /**
     * Long decimals with different numbers of digits are quotients, such as means, which each
     * server rounds to its own: they agree in the digits that both have.
     */
    private boolean isSameQuotient(Amount other) {
      int digits = Math.min(exact.scale(), other.exact.scale());
      return digits > 0
          && exact.scale() != other.exact.scale()
          && Math.min(exact.precision(), other.exact.precision()) >= QUOTIENT_DIGITS
          && exact.subtract(other.exact).abs().compareTo(BigDecimal.ONE.scaleByPowerOfTen(-digits))
              < 0;
    }
  }
}
