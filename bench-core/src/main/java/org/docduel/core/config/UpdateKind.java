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

  /** The parameter that chooses it. */
  public static final Parameter<UpdateKind> PARAMETER =
      Parameter.choice(
          "update",
          UpdateKind.class,
          "set, subscript, merge, replace, typed: how profile.score is changed",
          "update=set,replace");

  /** How the constant is written as a parameter. */
  public String label() {
    return Parameter.label(this);
  }
}
