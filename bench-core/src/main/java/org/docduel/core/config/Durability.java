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

  /** The parameter that chooses it. */
  public static final Parameter<Durability> PARAMETER =
      Parameter.choice(
          "durability",
          Durability.class,
          "default (survives a crash), relaxed (no wait for the log), none (unlogged)",
          "durability=default,relaxed");

  /** How the constant is written as a parameter. */
  public String label() {
    return Parameter.label(this);
  }
}
