package org.docduel.core.model;

import com.fasterxml.jackson.core.io.schubfach.DoubleToDecimal;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One node of a logical document. Every store encodes the same tree, each to its own wire form, and
 * a tree read back is compared with the tree that was sent: equality here is equality of content.
 *
 * <p>Two numbers of one kind are equal when their values are ({@code 1.5} and {@code 1.50}); two
 * objects are equal when they hold the same fields in any order, as in JSON.
 */
public sealed interface Value {
  /** Bytes that it takes of the heap, about. */
  default long heapBytes() {
    return 100;
  }

  // A stream would take several frames a level: documents have up to a thousand.
  private static long sum(List<Value> values) {
    long bytes = 0;
    for (Value value : values) {
      bytes += value.heapBytes();
    }
    return bytes;
  }

  /**
   * Named values. Written in the order of the names; equal to another object with the same fields
   * in any order, as in JSON (PostgreSQL's jsonb, for one, reorders keys).
   */
  record ObjectValue(FieldNames names, List<Value> values) implements Value {
    private static final ObjectValue EMPTY = new ObjectValue(FieldNames.of(), List.of());

    /**
     * Copies the list unless it is immutable already.
     *
     * @throws IllegalArgumentException when the numbers of names and values differ
     */
    public ObjectValue {
      values = List.copyOf(values);
      if (names.size() != values.size()) {
        throw new IllegalArgumentException(
            names.size() + " names for " + values.size() + " values");
      }
    }

    public static ObjectValue empty() {
      return EMPTY;
    }

    /** An object of a known shape, its values in the names' order. */
    public static ObjectValue of(FieldNames names, Value... values) {
      return new ObjectValue(names, List.of(values));
    }

    /** An object with the fields of a map, in the map's order. */
    public static ObjectValue of(Map<String, ? extends Value> fields) {
      return new ObjectValue(
          FieldNames.of(List.copyOf(fields.keySet())), List.copyOf(fields.values()));
    }

    @Override
    public long heapBytes() {
      return sum(values) + Value.super.heapBytes();
    }

    /** The same with another value where a path of names leads, through objects that are made. */
    public ObjectValue with(List<String> path, Value value) {
      int position = names.position(path.get(0));
      Value now = position < 0 ? EMPTY : values.get(position);
      ObjectValue inner = now instanceof ObjectValue object ? object : EMPTY;
      Value next = path.size() == 1 ? value : inner.with(path.subList(1, path.size()), value);
      List<Value> all = new ArrayList<>(values);
      if (position >= 0) {
        all.set(position, next);
        return new ObjectValue(names, all);
      }
      all.add(next);
      List<String> allNames = new ArrayList<>(names.asList());
      allNames.add(path.get(0));
      return new ObjectValue(FieldNames.of(allNames), all);
    }

    public Optional<Value> field(String name) {
      int position = names.position(name);
      return position < 0 ? Optional.empty() : Optional.of(values.get(position));
    }

    @Override
    public boolean equals(Object other) {
      if (!(other instanceof ObjectValue that) || values.size() != that.values.size()) {
        return false;
      }
      if (names.equals(that.names)) {
        return values.equals(that.values);
      }
      for (int i = 0; i < values.size(); i++) {
        int position = that.names.position(names.name(i));
        if (position < 0 || !values.get(i).equals(that.values.get(position))) {
          return false;
        }
      }
      return true;
    }

    @Override
    public int hashCode() {
      int sum = 0;
      for (int i = 0; i < values.size(); i++) {
        sum += names.name(i).hashCode() ^ (31 * values.get(i).hashCode());
      }
      return sum;
    }
  }

  record ArrayValue(List<Value> elements) implements Value {
    /** Copies the list unless it is immutable already; refuses null elements. */
    public ArrayValue {
      elements = List.copyOf(elements);
    }

    public static ArrayValue of(Value... elements) {
      return new ArrayValue(List.of(elements));
    }

    @Override
    public long heapBytes() {
      return sum(elements) + Value.super.heapBytes();
    }
  }

  /**
   * A text. Any Java string is allowed here; whether a store takes it (U+0000, unpaired surrogates)
   * is the store's matter.
   */
  record StringValue(String value) implements Value {
    public StringValue {
      Objects.requireNonNull(value, "value");
    }

    @Override
    public long heapBytes() {
      return value.length() + Value.super.heapBytes();
    }
  }

  /** A whole number of 64 bits. */
  record IntegerValue(long value) implements Value {}

  /** An exact decimal number. Equal by value, whatever the scale. */
  record DecimalValue(BigDecimal value) implements Value {
    public DecimalValue {
      Objects.requireNonNull(value, "value");
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof DecimalValue that && value.compareTo(that.value) == 0;
    }

    @Override
    public int hashCode() {
      return value.stripTrailingZeros().hashCode();
    }
  }

  /**
   * A binary number of 64 bits (IEEE 754). Equal by value: zero has one sign, as in JSON's numbers
   * and SQL's, and NaN, which only a query computes, is equal to itself.
   */
  record DoubleValue(double value) implements Value {
    /** Below it one digit may be enough, where Java writes two at least. */
    private static final double ONE_DIGIT = 1e-320;

    /**
     * The fewest digits that are read as this number and as no other (Giulietti 2021, "The
     * Schubfach way to render doubles"; what JDK 19 and later write), without an empty fraction,
     * such as {@code 1.5}, {@code 120} and {@code 1E308}.
     */
    public String digits() {
      if (value != 0 && Math.abs(value) < ONE_DIGIT) {
        BigDecimal digit = new BigDecimal(value).round(new MathContext(1));
        if (digit.doubleValue() == value) {
          return digit.toString();
        }
      }
      String digits = DoubleToDecimal.toString(value);
      return digits.endsWith(".0") && !digits.equals("-0.0") // -0 would be read as the whole number
          ? digits.substring(0, digits.length() - 2)
          : digits.replace(".0E", "E");
    }

    /**
     * The number that {@link #digits} say.
     *
     * @throws NumberFormatException when the number is not finite
     */
    public BigDecimal decimal() {
      return new BigDecimal(digits());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof DoubleValue that
          && (value == that.value || (Double.isNaN(value) && Double.isNaN(that.value)));
    }

    @Override
    public int hashCode() {
      return Double.hashCode(value + 0.0); // of both zeros the same
    }
  }

  record BooleanValue(boolean value) implements Value {
    public static final BooleanValue TRUE = new BooleanValue(true);

    public static final BooleanValue FALSE = new BooleanValue(false);

    public static BooleanValue of(boolean value) {
      return value ? TRUE : FALSE;
    }
  }

  /**
   * An instant in UTC. Documents have milliseconds, the finest that every store holds (BSON dates
   * have no more); answers to queries may have microseconds.
   */
  record TimestampValue(Instant value) implements Value {
    /**
     * Refuses what no store holds.
     *
     * @throws IllegalArgumentException when the instant has nanoseconds
     */
    public TimestampValue {
      if (!value.equals(value.truncatedTo(ChronoUnit.MICROS))) {
        throw new IllegalArgumentException("a timestamp is held to the microsecond: " + value);
      }
    }
  }

  /**
   * Bytes. The array is not copied, because documents are made by the million and the encoders only
   * read it: whoever makes a value gives the array away.
   */
  @SuppressWarnings(
      "ArrayRecordComponent") // compared by content below; not copied for the reason above
  record BinaryValue(byte[] value) implements Value {
    @Override
    public boolean equals(Object other) {
      return other instanceof BinaryValue that && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(value);
    }

    @Override
    public String toString() {
      return "BinaryValue[" + value.length + " bytes]";
    }

    @Override
    public long heapBytes() {
      return value.length + Value.super.heapBytes();
    }
  }

  enum NullValue implements Value {
    NULL
  }

  /**
   * The names of an object's fields, in order, checked once and shared by every document of the
   * same shape.
   *
   * <p>Any string is a name, the empty one and those with dots, dollars and quotes included; only a
   * name given twice is refused, because stores disagree about which of the two would win.
   */
  final class FieldNames {
    private static final FieldNames NONE = new FieldNames(List.of());

    private final List<String> names;
    private final Map<String, Integer> positions;

    private FieldNames(List<String> names) {
      this.names = List.copyOf(names);
      this.positions = new HashMap<>(names.size() * 2);
      for (int i = 0; i < names.size(); i++) {
        if (positions.put(names.get(i), i) != null) {
          throw new IllegalArgumentException(
              "an object has the field '" + names.get(i) + "' twice");
        }
      }
    }

    /**
     * Names in the order in which they will be written.
     *
     * @throws IllegalArgumentException when a name is there twice
     */
    public static FieldNames of(List<String> names) {
      return names.isEmpty() ? NONE : new FieldNames(names);
    }

    public static FieldNames of(String... names) {
      return of(List.of(names));
    }

    public int size() {
      return names.size();
    }

    /** The name at a position from 0. */
    public String name(int position) {
      return names.get(position);
    }

    /** Where a name stands, or -1 when there is no such field. */
    public int position(String name) {
      return positions.getOrDefault(name, -1);
    }

    /** The names in order, immutable. */
    public List<String> asList() {
      return names;
    }

    @Override
    public boolean equals(Object other) {
      return this == other || (other instanceof FieldNames that && names.equals(that.names));
    }

    @Override
    public int hashCode() {
      return names.hashCode();
    }

    @Override
    public String toString() {
      return names.toString();
    }
  }
}
