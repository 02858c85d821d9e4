package org.docduel.core.server;

/** Whether a server can be had in one way, and if not, why and what would help. */
public sealed interface Availability {
  /** It can. */
  record Available() implements Availability {}

  /** It cannot. */
  record Unavailable(String reason, String remedy) implements Availability {}
}
