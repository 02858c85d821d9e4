package org.docduel.core.server;

import org.docduel.core.config.ServerAddress;

/** Connects to a server of one kind once, to see that it is there and lets us in. */
public interface Login {
  /**
   * Connects and asks something that needs the user's rights.
   *
   * @implSpec gives up after about five seconds
   * @param address where the server should be
   * @throws Refused when the address cannot be used
   */
  void check(ServerAddress address) throws Refused;

  /** What is wrong with an address. */
  final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * With what to do about it.
     *
     * @param problem half a sentence without a password in it
     * @param remedy half a sentence in the imperative
     */
    public Refused(String problem, String remedy) {
      super(problem.replaceAll("\\s+", " ").strip() + "; " + remedy);
    }
  }
}
