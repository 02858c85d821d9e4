package org.docduel.core.config;

/** How a document's payload is held in memory and sent. */
public enum PayloadEncoding {
  /** Text, the default: a string in every store. */
  TEXT,

  /** Bytes: native binary where the store has it, base64 text in JSON where it has not. */
  BINARY,

  /**
   * Bytes, as the published insert comparison sent them ({@code 004_0988c23a9f92c2df.txt}): a JSON
   * list of integers to stores that hold JSON, native binary to those that have it. Kept to
   * reproduce that comparison's cliff.
   */
  INTARRAY;

  /** The name of the parameter that chooses it. */
  public static final String PARAMETER = "encoding";

  /**
   * Reads a parameter's value.
   *
   * @param value a constant's label
   * @return the constant
   * @throws BadInputException when there is no such constant
   */
  public static PayloadEncoding parse(String value) {
    return Choices.parse(PayloadEncoding.class, PARAMETER, value);
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
