package org.docduel.core.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Named values. Written in the order of the names; equal to another object with the same fields in
 * any order, as in JSON (PostgreSQL's jsonb, for one, reorders keys).
 */
public record ObjectValue(FieldNames names, List<Value> values) implements Value {
  private static final ObjectValue EMPTY = new ObjectValue(FieldNames.of(), List.of());

  /**
   * Copies the list unless it is immutable already.
   *
   * @throws IllegalArgumentException when the numbers of names and values differ
   */
  public ObjectValue {
    values = List.copyOf(values);
    if (names.size() != values.size()) {
      throw new IllegalArgumentException(names.size() + " names for " + values.size() + " values");
    }
  }

  /** The object without fields. */
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
    return values.stream().mapToLong(Value::heapBytes).sum() + Value.super.heapBytes();
  }

  @Override
  public int valueCount() {
    return 1 + values.stream().mapToInt(Value::valueCount).sum();
  }

  /** The value of a field, or empty when there is no such field. */
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
