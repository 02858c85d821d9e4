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

  /** The parameter that chooses it. */
  public static final Parameter<DocumentShape> PARAMETER =
      Parameter.choice(
          "shape",
          DocumentShape.class,
          "flat, nested (mixed types, five levels deep), realistic, published (the attributes in an"
              + " object, the same payload in every document), wrapped, shared (each half of that)",
          "shape=flat,nested,realistic");

  /** Whether every document has the same payload. */
  public boolean shared() {
    return this == PUBLISHED || this == SHARED;
  }

  /** Whether the attributes lie in an object of their own. */
  public boolean wrapped() {
    return this == PUBLISHED || this == WRAPPED;
  }

  /** How the constant is written as a parameter. */
  public String label() {
    return Parameter.label(this);
  }
}
