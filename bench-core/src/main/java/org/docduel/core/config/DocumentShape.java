package org.docduel.core.config;

/** How the documents of the insert workload are built. */
public enum DocumentShape {
  /** All attributes at the top, texts or bytes. */
  FLAT,

  /** Every attribute a sub-document of mixed types, five levels deep; the same payload. */
  NESTED;

  /** The name of the parameter that chooses it. */
  public static final String PARAMETER = "shape";

  /**
   * Reads a parameter's value.
   *
   * @param value a constant's label
   * @return the constant
   * @throws BadInputException when there is no such constant
   */
  public static DocumentShape parse(String value) {
    return Choices.parse(DocumentShape.class, PARAMETER, value);
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
