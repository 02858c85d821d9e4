package org.docduel.core.model;

/**
 * One node of a logical document. Every store encodes the same tree, each to its own wire form, and
 * a tree read back is compared with the tree that was sent: equality here is equality of content.
 *
 * <p>Two numbers of different scale are equal when their values are ({@code 1.5} and {@code 1.50});
 * two objects are equal when they hold the same fields in any order, as in JSON.
 */
public sealed interface Value
    permits ArrayValue,
        BinaryValue,
        BooleanValue,
        DecimalValue,
        FloatValue,
        IntegerValue,
        NullValue,
        ObjectValue,
        StringValue,
        TimestampValue {
  /** How many values there are in it, itself among them. */
  default int valueCount() {
    return 1;
  }

  /** Bytes that it takes of the heap, about. */
  default long heapBytes() {
    return 100;
  }
}
