package org.docduel.core.server;

import org.docduel.core.config.ServerAddress;

/**
 * A server that takes connections. Closing it stops it if it was started here, and leaves it alone
 * if it was given.
 */
public interface RunningServer extends AutoCloseable {
  /**
   * Where it is.
   *
   * @return the address, credentials included
   */
  ServerAddress address();

  /**
   * Stops what was started.
   *
   * @implSpec may be called twice
   */
  @Override
  void close();
}
