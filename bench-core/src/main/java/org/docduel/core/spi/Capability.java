package org.docduel.core.spi;

import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Session.Deletes;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.Session.Scan;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.core.spi.suite.SuiteTables;

/** What a store can do for a workload. */
public enum Capability {
  /** Takes batches of documents: {@link Inserts}. */
  INSERT("insert batches"),

  /** Loads in bulk, phase by phase: {@link Ingestion}. */
  INGEST("load in bulk"),

  /** Finds documents by their content: {@link Read}. */
  READ("find documents by their content"),

  /** Finds whole documents along links: {@link LinkRead}. */
  LINK_READ("find documents along links"),

  /**
   * Gives one value of every document, found by the server: {@link Read} of values and counts
   * without a condition.
   */
  KEY_ACCESS("reach a key of every document in the server"),

  /**
   * Gives one value of every document, found by the client in documents that are sent whole: {@link
   * Read} of values and counts without a condition.
   */
  KEY_ACCESS_IN_CLIENT("reach a key of every document in the client"),

  /** Changes one document at a time: {@link Updates}. */
  UPDATE("update documents"),

  /** Removes one document at a time: {@link Deletes}. */
  DELETE("delete documents"),

  /** Reads whole documents in the order of a number: {@link Scan}. */
  SCAN("read documents in order"),

  /** Answers the questions of suites: {@link SuiteQuery}. */
  QUERY_SUITE("run the queries of suites"),

  /** Has the tables of a suite's own schema: {@link SuiteTables}. */
  SUITE_TABLES("load tables of a suite's schema"),

  /**
   * Gives documents back: {@link ContentReader}. A store without it keeps nothing, so nothing can
   * be checked.
   */
  READ_BACK("give documents back");

  private final String description;

  Capability(String description) {
    this.description = description;
  }

  public String description() {
    return description;
  }
}
