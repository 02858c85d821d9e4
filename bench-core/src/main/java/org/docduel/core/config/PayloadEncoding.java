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

  /** The parameter that chooses it. */
  public static final Parameter<PayloadEncoding> PARAMETER =
      Parameter.choice(
          "encoding",
          PayloadEncoding.class,
          "text, binary (base64 where JSON has no binary), intarray (the published artefact)",
          "encoding=text,intarray");

  /** How the constant is written as a parameter. */
  public String label() {
    return Parameter.label(this);
  }
}
