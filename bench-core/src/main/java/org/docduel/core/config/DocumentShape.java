package org.docduel.core.config;

/** How the documents of the insert workload are built. */
public enum DocumentShape {
  /** All attributes at the top, texts or bytes. */
  FLAT,

  /** Every attribute a sub-document of mixed types, five levels deep; the same payload. */
  NESTED,

  /**
   * Attributes of different kinds, among them lists of mixed kinds and sub-documents down to the
   * fifth level; the same payload.
   */
  REALISTIC,

  /**
   * As the published comparison of inserts had them: the attributes in an object {@code payload},
   * and the same payload in every document.
   */
  PUBLISHED,

  /** The attributes in an object {@code payload}. */
  WRAPPED,

  /** Flat, with the same payload in every document. */
  SHARED;

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
   * Whether every document has the same payload.
   *
   * @return whether it is shared
   */
  public boolean shared() {
    return this == PUBLISHED || this == SHARED;
  }

  /**
   * Whether the attributes lie in an object of their own.
   *
   * @return whether they are wrapped
   */
  public boolean wrapped() {
    return this == PUBLISHED || this == WRAPPED;
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
