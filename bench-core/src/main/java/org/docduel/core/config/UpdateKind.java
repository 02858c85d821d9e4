package org.docduel.core.config;

/** How one field of a document is changed. */
public enum UpdateKind {
  /** The field alone: {@code $set}, {@code jsonb_set}, one column of many. */
  SET,

  /** The field by subscript, where the language has it: {@code doc['profile']['score'] = ...}. */
  SUBSCRIPT,

  /** An object that is merged into the document: {@code ||}, a pipeline's merge. */
  MERGE,

  /** The whole document. */
  REPLACE,

  /** A typed column beside the document, which holds the number instead. */
  TYPED;

  /** The name of the parameter that chooses it. */
  public static final String PARAMETER = "update";

  /**
   * Reads a parameter's value.
   *
   * @param value a constant's label
   * @return the constant
   * @throws BadInputException when there is no such constant
   */
  public static UpdateKind parse(String value) {
    return Choices.parse(UpdateKind.class, PARAMETER, value);
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
