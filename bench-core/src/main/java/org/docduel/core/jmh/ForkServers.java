package org.docduel.core.jmh;

import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Availability;
import org.docduel.core.server.RunningServer;
import org.docduel.core.server.ServerAddresses;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerWay;

/** The server of a fork's store: the launcher's, or one started here when there is no launcher. */
final class ForkServers implements AutoCloseable {
  private final Optional<ServerAddress> told;
  private final Optional<RunningServer> own;

  private ForkServers(Optional<ServerAddress> told, Optional<RunningServer> own) {
    this.told = told;
    this.own = own;
  }

  static ForkServers none() {
    return new ForkServers(Optional.empty(), Optional.empty());
  }

  static ForkServers forFork(Settings settings, ServerFamily family) {
    Optional<ServerAddress> told =
        RunDirectory.ofFork(settings)
            .map(run -> ServerAddresses.read(run.addresses()).get(family.name()));
    return told.isPresent()
        ? new ForkServers(told, Optional.empty())
        : new ForkServers(Optional.empty(), Optional.of(start(settings, family)));
  }

  private static RunningServer start(Settings settings, ServerFamily family) {
    for (ServerWay way : family.ways()) {
      if (way.availability(settings) instanceof Availability.Available) {
        return way.start(settings);
      }
    }
    throw new BadInputException("no " + family.name() + " server can be had; set " + Settings.variable(family.name() + ".url"));
  }

  ServerAddress address(ServerFamily family) {
    return told.or(() -> own.map(RunningServer::address)).orElseThrow();
  }

  @Override
  public void close() {
    own.ifPresent(RunningServer::close);
  }
}
