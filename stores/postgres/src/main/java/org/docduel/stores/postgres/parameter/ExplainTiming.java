package org.docduel.stores.postgres.parameter;

/** Whether EXPLAIN reads the clock around each step, for every row: that is part of its time. */
public enum ExplainTiming {
  /** Only the whole is timed. */
  OFF,
  /** As the published runs had it. */
  ON
}
