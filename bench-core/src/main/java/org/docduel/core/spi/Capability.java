package org.docduel.core.spi;

/** What a store can do for a workload. */
public enum Capability {
  /** Takes batches of documents: {@link Inserts}. */
  INSERT,

  /** Loads in bulk, phase by phase: {@link Ingestion}. */
  INGEST,

  /**
   * Gives documents back: {@link ContentReader}. A store without it keeps nothing, so nothing can
   * be checked.
   */
  READ_BACK
}
