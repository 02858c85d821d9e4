package org.docduel.core.model.datasets;

import org.docduel.core.model.NullValue;
import org.docduel.core.model.Value;

/** Fields that are missing now and then. */
final class OptionalField {
  private static final long ALL = 20;

  private OptionalField() {}

  /** The value, or null in one of twenty cases. */
  static Value of(long word, Value value) {
    return CounterRandom.below(word, ALL) == 0 ? NullValue.NULL : value;
  }
}
