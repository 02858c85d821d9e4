package org.docduel.stats.jmh;

import java.util.Arrays;
import java.util.Optional;

/** The modes of JMH. */
public enum Mode {
  /** Operations per unit of time. */
  THROUGHPUT("thrpt"),
  /** Mean time per operation of an iteration. */
  AVERAGE_TIME("avgt"),
  /** Times of sampled operations, as a histogram per iteration. */
  SAMPLE_TIME("sample"),
  /** Time of a single, cold operation per iteration. */
  SINGLE_SHOT("ss");

  private final String shortName;

  Mode(String shortName) {
    this.shortName = shortName;
  }

  /** The name in JMH's JSON. */
  public String shortName() {
    return shortName;
  }

  static Optional<Mode> of(String shortName) {
    return Arrays.stream(values()).filter(mode -> mode.shortName.equals(shortName)).findFirst();
  }
}
