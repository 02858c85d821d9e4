package org.docduel.core.suite;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
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
 * @param cells by path; columns of one name in the order of their positions
 * @param absentIsNull whether a field that is null is the same as one that is absent
 */
record CanonicalRow(List<Cell> cells, boolean absentIsNull) {
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

  /** A number with more places is shown with an exponent. */
  private static final int SHOWN_PLACES = 60;

  /**
   * A value that is no object, unless that has no fields.
   *
   * @param path the names that lead to it
   * @param value the value
   */
  record Cell(List<String> path, Value value) {}

  static CanonicalRow of(List<String> names, List<Value> values, boolean absentIsNull) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      boolean whole = names.get(i).equals(DOCUMENT) && values.get(i) instanceof ObjectValue;
      List<String> path = whole ? List.of() : List.of(names.get(i).split("\\.", -1));
      put(cells, path, values.get(i), absentIsNull);
    }
    cells.sort((one, other) -> compare(one.path(), other.path()));
    return new CanonicalRow(List.copyOf(cells), absentIsNull);
  }

  private static void put(List<Cell> cells, List<String> path, Value value, boolean absentIsNull) {
    if (value instanceof ObjectValue object && object.names().size() > 0) {
      for (int i = 0; i < object.values().size(); i++) {
        List<String> child = new ArrayList<>(path);
        child.add(object.names().name(i));
        put(cells, child, object.values().get(i), absentIsNull);
      }
    } else if (!absentIsNull || !(value == NullValue.NULL || value instanceof ObjectValue)) {
      cells.add(new Cell(path, value));
    }
  }

  private static int compare(List<String> one, List<String> other) {
    for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
      int order = one.get(i).compareTo(other.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(one.size(), other.size());
  }

  /**
   * All of it in bytes that no other row has.
   *
   * @param numbers whether numbers are in it by value; otherwise only that there are some
   */
  byte[] encoded(boolean numbers) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(cells.size());
      for (Cell cell : cells) {
        out.writeInt(cell.path().size());
        for (String name : cell.path()) {
          write(out, name);
        }
        encode(out, cell.value(), numbers);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("memory refused to be written", e);
    }
    return bytes.toByteArray();
  }

  /** Half of a surrogate pair has no bytes of its own, and would be equal to a question mark. */
  private static void write(DataOutputStream out, String text) throws IOException {
    if (!WellFormedText.is(text)) {
      throw new IllegalArgumentException("half of a surrogate pair in a text");
    }
    write(out, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void write(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private void encode(DataOutputStream out, Value value, boolean numbers) throws IOException {
    if (isNumber(value)) {
      out.writeByte('n');
      if (numbers) {
        BigDecimal number = exact(value).stripTrailingZeros();
        out.writeInt(number.signum() == 0 ? 0 : number.scale());
        write(out, number.unscaledValue().toByteArray());
      }
    } else if (value instanceof ArrayValue array) {
      out.writeByte('a');
      out.writeInt(array.elements().size());
      for (Value element : array.elements()) {
        encode(out, element, numbers);
      }
    } else if (value instanceof ObjectValue object) {
      Map<String, Value> fields = fields(object);
      out.writeByte('o');
      out.writeInt(fields.size());
      for (Map.Entry<String, Value> field : fields.entrySet()) {
        write(out, field.getKey());
        encode(out, field.getValue(), numbers);
      }
    } else if (value instanceof BinaryValue binary) {
      out.writeByte('b');
      write(out, binary.value());
    } else if (value instanceof StringValue text) {
      out.writeByte('s');
      write(out, text.value());
    } else if (value instanceof TimestampValue time) {
      out.writeByte('t');
      write(out, time.value().toString());
    } else if (value instanceof FloatValue number) {
      out.writeByte('f'); // not finite
      out.writeDouble(number.value());
    } else {
      out.writeByte(value == NullValue.NULL ? '0' : value.equals(BooleanValue.TRUE) ? 'T' : 'F');
    }
  }

  /** By name; without nulls where they are the same as absent fields. */
  private Map<String, Value> fields(ObjectValue object) {
    Map<String, Value> fields = new TreeMap<>();
    for (int i = 0; i < object.values().size(); i++) {
      if (!absentIsNull || object.values().get(i) != NullValue.NULL) {
        fields.put(object.names().name(i), object.values().get(i));
      }
    }
    return fields;
  }

  /** For people. */
  String shown() {
    return cells.stream()
        .map(cell -> String.join(".", cell.path()) + "=" + shown(cell.value()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private String shown(Value value) {
    if (value instanceof StringValue text) {
      return "'" + text.value() + "'";
    } else if (isNumber(value)) {
      BigDecimal number = exact(value).stripTrailingZeros();
      boolean plain = Math.abs((long) number.scale()) <= SHOWN_PLACES;
      return number.signum() == 0 ? "0" : plain ? number.toPlainString() : number.toString();
    } else if (value instanceof FloatValue number) {
      return String.valueOf(number.value());
    } else if (value instanceof BooleanValue truth) {
      return String.valueOf(truth.value());
    } else if (value instanceof TimestampValue time) {
      return time.value().toString();
    } else if (value instanceof BinaryValue binary) {
      return "\\x" + HexFormat.of().formatHex(binary.value());
    } else if (value instanceof ArrayValue array) {
      return array.elements().stream().map(this::shown).collect(Collectors.joining(", ", "[", "]"));
    } else if (value instanceof ObjectValue object) {
      return fields(object).entrySet().stream()
          .map(field -> field.getKey() + "=" + shown(field.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return "null";
  }

  /** Whether both say the same, value by value, each by its type. */
  boolean agreesWith(CanonicalRow other) {
    if (cells.size() != other.cells.size()) {
      return false;
    }
    for (int i = 0; i < cells.size(); i++) {
      Cell one = cells.get(i);
      Cell two = other.cells.get(i);
      if (!one.path().equals(two.path()) || !agree(one.value(), two.value())) {
        return false;
      }
    }
    return true;
  }

  private boolean agree(Value one, Value other) {
    if (isNumber(one) && isNumber(other)) {
      boolean binary = one instanceof FloatValue || other instanceof FloatValue;
      return binary ? nearly(exact(one), exact(other)) : equal(exact(one), exact(other));
    } else if (one instanceof ArrayValue a && other instanceof ArrayValue b) {
      return agree(a.elements(), b.elements());
    } else if (one instanceof ObjectValue a && other instanceof ObjectValue b) {
      Map<String, Value> left = fields(a);
      Map<String, Value> right = fields(b);
      return left.keySet().equals(right.keySet())
          && agree(List.copyOf(left.values()), List.copyOf(right.values()));
    }
    return one.equals(other);
  }

  private boolean agree(List<Value> one, List<Value> other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      if (!agree(one.get(i), other.get(i))) {
        return false;
      }
    }
    return true;
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
