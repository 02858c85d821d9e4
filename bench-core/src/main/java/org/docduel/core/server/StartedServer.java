package org.docduel.core.server;

import org.docduel.core.config.ServerAddress;

/**
 * A server with what stops it.
 *
 * @param address where it is
 * @param stop may be run twice
 */
public record StartedServer(ServerAddress address, Runnable stop) implements RunningServer {
  @Override
  public void close() {
    stop.run();
  }
}
