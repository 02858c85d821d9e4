package org.docduel.core.model;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * An instant in UTC. Documents have milliseconds, the finest that every store holds (BSON dates
 * have no more); answers to queries may have microseconds.
 */
public record TimestampValue(Instant value) implements Value {
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
