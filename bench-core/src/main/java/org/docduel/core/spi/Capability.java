package org.docduel.core.spi;

/** What a store can do for a workload. */
public enum Capability {
  /** Takes batches of documents: {@link Inserts}. */
  INSERT("insert batches"),

  /** Loads in bulk, phase by phase: {@link Ingestion}. */
  INGEST("load in bulk"),

  /** Finds documents by their content: {@link Reads}. */
  READ("find documents by their content"),

  /** Changes one document at a time: {@link Updates}. */
  UPDATE("update documents"),

  /** Answers the questions of suites: {@link QuerySuites}. */
  QUERY_SUITE("answer the questions of suites"),

  /**
   * Gives documents back: {@link ContentReader}. A store without it keeps nothing, so nothing can
   * be checked.
   */
  READ_BACK("give documents back");

  private final String words;

  Capability(String words) {
    this.words = words;
  }

  /**
   * The capability in words.
   *
   * @return what follows "can", such as {@code insert batches}
   */
  public String words() {
    return words;
  }
}
