package org.docduel.core.server;

/** Whether a server can be had in one way, and if not, why and what would help. */
public sealed interface Availability {
  /** It can. */
  record Available() implements Availability {}

  /**
   * It cannot.
   *
   * @param reason why, as half a sentence
   * @param remedy what to do about it, as half a sentence in the imperative
   */
  record Unavailable(String reason, String remedy) implements Availability {}
}
