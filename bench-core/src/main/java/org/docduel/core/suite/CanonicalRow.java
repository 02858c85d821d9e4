package org.docduel.core.suite;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.BinaryValue;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.DecimalValue;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;
import org.jspecify.annotations.Nullable;

/**
 * A row in a form that is the same whatever the store: names in lower case and in order, objects
 * flattened to paths, numbers by value, timestamps in UTC.
 *
 * @param cells the values by name
 */
record CanonicalRow(SortedMap<String, Value> cells) {
  /** Differences up to this factor are rounding: means and sums of decimals. */
  private static final BigDecimal TOLERANCE = new BigDecimal("1e-9");

  /** Fewer digits than agree for certain, more than any real difference leaves alike. */
  private static final MathContext DIGITS = new MathContext(10, RoundingMode.HALF_EVEN);

  /** Removes the noise of binary fractions first, so that ties are ties in every store. */
  private static final MathContext NOISE = new MathContext(14, RoundingMode.HALF_EVEN);

  /**
   * A row as a store gave it.
   *
   * @param names the columns' names
   * @param values as many values
   * @param absentIsNull whether a null is left out, as if it were absent
   */
  static CanonicalRow of(List<String> names, List<Value> values, boolean absentIsNull) {
    SortedMap<String, Value> cells = new TreeMap<>();
    for (int i = 0; i < values.size(); i++) {
      put(cells, names.get(i).toLowerCase(Locale.ROOT), values.get(i), absentIsNull);
    }
    return new CanonicalRow(cells);
  }

  private static void put(
      SortedMap<String, Value> cells, String name, Value value, boolean absentIsNull) {
    if (value instanceof ObjectValue object && object.names().size() > 0) {
      for (int i = 0; i < object.values().size(); i++) {
        String child = object.names().name(i).toLowerCase(Locale.ROOT);
        put(cells, name + "." + child, object.values().get(i), absentIsNull);
      }
    } else if (!(absentIsNull && value == NullValue.NULL)) {
      cells.put(name, value);
    }
  }

  /** For digests: rows that agree have the same text, but for numbers that round differently. */
  String text() {
    return cells.entrySet().stream()
        .map(cell -> cell.getKey() + "=" + text(cell.getValue(), true))
        .collect(Collectors.joining("\u0001"));
  }

  /** For people. */
  String shown() {
    return cells.entrySet().stream()
        .map(cell -> cell.getKey() + "=" + text(cell.getValue(), false))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String text(Value value, boolean rounded) {
    if (value instanceof StringValue text) {
      return "'" + text.value() + "'";
    } else if (value instanceof IntegerValue number) {
      return number(BigDecimal.valueOf(number.value()), rounded);
    } else if (value instanceof DecimalValue number) {
      return number(number.value(), rounded);
    } else if (value instanceof BooleanValue truth) {
      return String.valueOf(truth.value());
    } else if (value instanceof TimestampValue time) {
      return time.value().toString();
    } else if (value instanceof BinaryValue) {
      return "bytes " + value.hashCode();
    } else if (value instanceof ArrayValue array) {
      return array.elements().stream()
          .map(element -> text(element, rounded))
          .collect(Collectors.joining(", ", "[", "]"));
    } else if (value instanceof ObjectValue object) {
      SortedMap<String, Value> cells = new TreeMap<>();
      for (int i = 0; i < object.values().size(); i++) {
        cells.put(object.names().name(i), object.values().get(i));
      }
      return rounded ? new CanonicalRow(cells).text() : new CanonicalRow(cells).shown();
    }
    return "null";
  }

  private static String number(BigDecimal number, boolean rounded) {
    boolean whole = number.stripTrailingZeros().scale() <= 0;
    BigDecimal shown = rounded && !whole ? number.round(NOISE).round(DIGITS) : number;
    return shown.signum() == 0 ? "0" : shown.stripTrailingZeros().toPlainString();
  }

  /** Whether both say the same, numbers to 1e-9 of the greater one. */
  boolean agreesWith(CanonicalRow other) {
    return cells.keySet().equals(other.cells.keySet())
        && cells.entrySet().stream()
            .allMatch(cell -> agree(cell.getValue(), other.cell(cell.getKey())));
  }

  private Value cell(String name) {
    Value value = cells.get(name);
    return value == null ? NullValue.NULL : value;
  }

  private static boolean agree(Value one, Value other) {
    BigDecimal first = asNumber(one);
    BigDecimal second = asNumber(other);
    if (first == null || second == null) {
      return (one instanceof ArrayValue a && other instanceof ArrayValue b)
          ? agree(a.elements(), b.elements())
          : text(one, true).equals(text(other, true));
    }
    BigDecimal allowed = first.abs().max(second.abs()).multiply(TOLERANCE);
    return first.compareTo(second) == 0
        || (isFraction(first, second) && first.subtract(second).abs().compareTo(allowed) <= 0);
  }

  private static boolean agree(List<Value> one, List<Value> other) {
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

  /** Whole numbers are counts and keys: they agree only when they are equal. */
  private static boolean isFraction(BigDecimal one, BigDecimal other) {
    return one.stripTrailingZeros().scale() > 0 || other.stripTrailingZeros().scale() > 0;
  }

  private static @Nullable BigDecimal asNumber(Value value) {
    if (value instanceof IntegerValue number) {
      return BigDecimal.valueOf(number.value());
    }
    return value instanceof DecimalValue number ? number.value() : null;
  }
}
