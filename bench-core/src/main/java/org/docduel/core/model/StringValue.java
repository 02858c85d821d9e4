package org.docduel.core.model;

import java.util.Objects;

/**
 * A text. Any Java string is allowed here; whether a store takes it (U+0000, unpaired surrogates)
 * is the store's matter.
 */
public record StringValue(String value) implements Value {
  /** Refuses null. */
  public StringValue {
    Objects.requireNonNull(value, "value");
  }

  @Override
  public long heapBytes() {
    return value.length() + Value.super.heapBytes();
  }
}
