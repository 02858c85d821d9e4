package org.docduel.core.fork;

import java.util.Optional;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerAddresses;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.Servers;

/** The server of a fork's store: the launcher's, or one started here when there is no launcher. */
final class ForkServers implements AutoCloseable {
  private final Settings settings = Settings.ofProcess();
  private final Servers own = new Servers(settings);

  ServerAddress address(ServerFamily family) {
    Optional<ServerAddress> told =
        ServerAddresses.read(settings).flatMap(addresses -> addresses.of(family));
    return told.orElseGet(() -> own.start(family).address());
  }

  @Override
  public void close() {
    own.close();
  }
}
