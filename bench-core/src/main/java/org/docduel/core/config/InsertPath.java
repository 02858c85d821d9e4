package org.docduel.core.config;

/** How a batch of documents travels to a store that knows several ways. */
public enum InsertPath {
  /** The way that the documentation argues for, the fastest fair one. */
  DEFAULT,

  /** One INSERT statement with a row of placeholders for each document. */
  VALUES,

  /**
   * A JDBC batch that the driver rewrites to multi-row statements ({@code reWriteBatchedInserts}).
   */
  REWRITE,

  /** One INSERT ... SELECT from arrays, an array for each column. */
  UNNEST,

  /** COPY FROM STDIN, one for each batch. */
  COPY;

  /** The name of the parameter that chooses it. */
  public static final String PARAMETER = "path";

  /**
   * Reads a parameter's value.
   *
   * @param value a constant's label
   * @return the constant
   * @throws BadInputException when there is no such constant
   */
  public static InsertPath parse(String value) {
    return Choices.parse(InsertPath.class, PARAMETER, value);
  }

  /**
   * How the constant is written as a parameter.
   *
   * @return the name in lower case
   */
  public String label() {
    return Choices.label(this);
  }
}
