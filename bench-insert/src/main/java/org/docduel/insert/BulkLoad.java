package org.docduel.insert;

import org.docduel.core.spi.StoreDescription;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.work.PhaseClock;

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
