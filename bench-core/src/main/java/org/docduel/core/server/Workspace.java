package org.docduel.core.server;

import java.util.List;
import org.docduel.core.config.ServerAddress;

/**
 * A server that somebody else runs, and what is DocDuel's on it: the {@linkplain
 * ServerAddress#space() space} of the address. All that is made in it carries a mark; what has none
 * is left alone.
 */
@FunctionalInterface
public interface Workspace {
  /**
   * Connects once, to see that the server is there and lets us in.
   *
   * @implSpec asks something that needs the user's rights, and gives up after about five seconds
   * @throws Refused when the address cannot be used
   */
  void check(ServerAddress address) throws Refused;

  /**
   * The server's version, for a server that was asked for in one.
   *
   * @return such as {@code 17.11}; empty when it does not tell
   * @throws Refused when it cannot be asked
   */
  default String version(ServerAddress address) throws Refused {
    return "";
  }

  /**
   * Looks whether the user has the rights and whether all in the space is DocDuel's, and keeps
   * other runs out of it.
   *
   * @implSpec a lease of a process that was killed ends within a minute
   * @throws Refused when rights are missing, the space holds something else, or another run uses it
   */
  default Lease lease(ServerAddress address) throws Refused {
    return new Lease() {
      @Override
      public void confirm() throws Refused {
        check(address);
      }

      @Override
      public void close() {
        // nothing is held
      }
    };
  }

  /**
   * Removes all that carries the mark, in the space and in those of its suites.
   *
   * @throws Refused when the server does not let us, or a run uses the space
   */
  default List<String> clean(ServerAddress address) throws Refused {
    return List.of("what was loaded stays: DocDuel cannot remove it");
  }

  /** The use of a space. */
  interface Lease extends AutoCloseable {
    /**
     * Looks whether the server is there and the space still ours.
     *
     * @throws Refused when it is not
     */
    void confirm() throws Refused;

    @Override
    void close();
  }

  /** What is wrong with an address, or with what it leads to. */
  final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    /** With what to do about it. */
    public Refused(String problem, String remedy) {
      super(problem.replaceAll("\\s+", " ").strip() + "; " + remedy);
    }
  }
}
