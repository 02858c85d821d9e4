package org.docduel.core.server;

import java.util.function.BooleanSupplier;
import org.docduel.core.config.ServerAddress;

/**
 * A server with what stops it.
 *
 * @param again restarts it at the same address; false when it cannot
 */
public record StartedServer(ServerAddress address, Runnable stop, BooleanSupplier again)
    implements RunningServer {
  /** One that is never restarted. */
  public StartedServer(ServerAddress address, Runnable stop) {
    this(address, stop, () -> false);
  }

  @Override
  public boolean restart() {
    return again.getAsBoolean();
  }

  @Override
  public void close() {
    stop.run();
  }
}
