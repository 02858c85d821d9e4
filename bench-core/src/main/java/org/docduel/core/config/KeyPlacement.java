package org.docduel.core.config;

/** Where the field lies that finds a document, in a store that holds documents in a column. */
public enum KeyPlacement {
  /** Inside the document: PostgreSQL finds it by an expression on the document, MongoDB as ever. */
  EXPRESSION,

  /** In a typed column beside the document, which holds it instead. */
  COLUMN;

  /** The name of the parameter that chooses it. */
  public static final String PARAMETER = "key";

  /**
   * Reads a parameter's value.
   *
   * @param value a constant's label
   * @return the constant
   * @throws BadInputException when there is no such constant
   */
  public static KeyPlacement parse(String value) {
    return Choices.parse(KeyPlacement.class, PARAMETER, value);
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
