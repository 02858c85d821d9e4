package org.docduel.core.server;

import java.util.Optional;
import org.docduel.core.config.Settings;

/** One way to have a server: a given address, embedded, a download, a container. */
public interface ServerWay {
  /** The way's name as results give it. */
  String name();

  /**
   * Whether this way is open here.
   *
   * @implSpec looks, but starts nothing and takes under two seconds
   */
  Availability availability(Settings settings);

  /**
   * What is DocDuel's on a server that is had in this way and is somebody else's.
   *
   * @return empty when the server is ours, or its kind has no such thing
   */
  default Optional<Workspace> workspace() {
    return Optional.empty();
  }

  /**
   * The same way to a server of one version.
   *
   * @param family the name of its family
   * @return empty when no version can be chosen in this way
   */
  default Optional<ServerWay> at(String family, ServerVersion version) {
    return Optional.empty();
  }

  /**
   * Starts the server, or connects to it once to see that it is there.
   *
   * @implSpec a server that was started stops when the returned object is closed, and also when
   *     this process ends in any way, killed included
   * @throws org.docduel.core.config.BadInputException when an address or its credentials are wrong
   * @throws ServerException when the server does not start
   */
  RunningServer start(Settings settings);
}
