package org.docduel.core.model;

import java.util.List;

/** An ordered list of values. */
public record ArrayValue(List<Value> elements) implements Value {
  /** Copies the list unless it is immutable already; refuses null elements. */
  public ArrayValue {
    elements = List.copyOf(elements);
  }

  /** An array of these values. */
  public static ArrayValue of(Value... elements) {
    return new ArrayValue(List.of(elements));
  }

  @Override
  public long heapBytes() {
    return elements.stream().mapToLong(Value::heapBytes).sum() + Value.super.heapBytes();
  }

  @Override
  public int valueCount() {
    return 1 + elements.stream().mapToInt(Value::valueCount).sum();
  }
}
