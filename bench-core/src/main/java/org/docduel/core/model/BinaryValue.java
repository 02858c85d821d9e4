package org.docduel.core.model;

import java.util.Arrays;

/**
 * Bytes. The array is not copied, because documents are made by the million and the encoders only
 * read it: whoever makes a value gives the array away.
 */
@SuppressWarnings(
    "ArrayRecordComponent") // compared by content below; not copied for the reason above
public record BinaryValue(byte[] value) implements Value {
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
