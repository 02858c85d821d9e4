package org.docduel.core.config;

/** What a server's acknowledgement promises, at comparable levels in every store. */
public enum Durability {
  /**
   * The write survives a crash of the server: synchronous commit, logged tables, {@code {w: 1, j:
   * true}}.
   */
  DEFAULT,

  /**
   * The write may be lost in the last moments before a crash, but nothing is torn: no wait for the
   * log.
   */
  RELAXED,

  /** No promise at all: unlogged tables. Every result made under it says so. */
  NONE;

  /** The name of the parameter that chooses it. */
  public static final String PARAMETER = "durability";

  /**
   * Reads a parameter's value.
   *
   * @param value a constant's label
   * @return the constant
   * @throws BadInputException when there is no such constant
   */
  public static Durability parse(String value) {
    return Choices.parse(Durability.class, PARAMETER, value);
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
