package org.docduel.core.model;

import java.math.BigDecimal;
import java.util.Objects;

/** An exact decimal number. Equal by value, whatever the scale. */
public record DecimalValue(BigDecimal value) implements Value {
  /** Refuses null. */
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
