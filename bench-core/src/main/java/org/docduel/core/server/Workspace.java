package org.docduel.core.server;

import java.util.List;
import org.docduel.core.config.ServerAddress;

/**
 * What is DocDuel's on a server that somebody else runs: the {@linkplain ServerAddress#space()
 * space} of the address. All that is made in it carries a mark; what has none is left alone.
 */
public interface Workspace {
  /**
   * Looks whether the user has the rights and whether all in the space is DocDuel's, and keeps
   * other runs out of it.
   *
   * @implSpec a lease of a process that was killed ends within a minute
   * @param address where the server is
   * @return the lease
   * @throws Login.Refused when rights are missing, the space holds something else, or another run
   *     uses it
   */
  Lease lease(ServerAddress address) throws Login.Refused;

  /**
   * Removes all that carries the mark, in the space and in those of its suites.
   *
   * @param address where the server is
   * @return a line for each thing that was removed, and for each that stays
   * @throws Login.Refused when the server does not let us, or a run uses the space
   */
  List<String> clean(ServerAddress address) throws Login.Refused;

  /** The use of a space. */
  interface Lease extends AutoCloseable {
    /**
     * Looks whether the server is there and the space still ours.
     *
     * @throws Login.Refused when it is not
     */
    void confirm() throws Login.Refused;

    @Override
    void close();
  }
}
