package org.docduel.core.model;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * An instant in UTC, to the millisecond: the finest that every store holds (BSON dates have no
 * more).
 *
 * @param value the instant, with no part finer than a millisecond
 */
public record TimestampValue(Instant value) implements Value {
  /**
   * Refuses what BSON could not hold.
   *
   * @throws IllegalArgumentException when the instant has microseconds or nanoseconds
   */
  public TimestampValue {
    if (!value.equals(value.truncatedTo(ChronoUnit.MILLIS))) {
      throw new IllegalArgumentException("a timestamp is held to the millisecond: " + value);
    }
  }
}
