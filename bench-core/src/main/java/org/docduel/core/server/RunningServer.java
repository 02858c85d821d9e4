package org.docduel.core.server;

import org.docduel.core.config.ServerAddress;

/**
 * A server that takes connections. Closing it stops it if it was started here, and leaves it alone
 * if it was given.
 */
public interface RunningServer extends AutoCloseable {
  /** Where it is. */
  ServerAddress address();

  /**
   * Stops it in an orderly way and starts it again at the same address with the same data, so that
   * its caches are empty.
   *
   * @return whether it did; false for a server that was given, or that cannot
   * @throws ServerException when it does not come back
   */
  default boolean restart() {
    return false;
  }

  /**
   * Stops what was started.
   *
   * @implSpec may be called twice
   */
  @Override
  void close();
}
