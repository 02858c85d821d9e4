package org.docduel.insert;

import org.docduel.core.harness.ingest.PhaseClock;
import org.docduel.core.harness.verify.ContentCheck;
import org.docduel.core.spi.StoreDescription;

/** What an ingestion loads: one collection, or those of a suite together. */
interface BulkLoad {
  /**
   * Loads everything.
   *
   * @param clock times the phases
   * @return the name of the phase in which documents were sent
   */
  String run(PhaseClock clock);

  /** How many documents there are. */
  long documents();

  /** Compares what the store holds with what it was sent. */
  ContentCheck.Outcome check();

  /** What the server is, and what it takes on its disk. */
  StoreDescription describe();
}
