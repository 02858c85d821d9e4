package org.docduel.core.launch.run;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.core.server.Servers;
import org.docduel.stats.jmh.Network;

/** What lies between the clients and the servers of a run, and whether that is fair. */
record Networks(List<Reached> servers) {
  private static final double NANOS_PER_MICRO = 1000;

  /**
   * A server as it is reached.
   *
   * @param roundTripNanos the median time of the shortest request, 0 when it was not measured
   */
  record Reached(String family, Network network, long roundTripNanos) {
    private String line() {
      String place =
          switch (network) {
            case IN_PROCESS -> "in this process";
            case LOOPBACK -> "on this machine";
            case HOST -> "in a container on this machine's network";
            case PUBLISHED -> "behind a published port of this machine";
            case REMOTE -> "on another machine";
            case UNKNOWN -> "somewhere";
          };
      String time =
          roundTripNanos == 0
              ? ""
              : String.format(
                  Locale.ROOT, " (%.0f µs there and back)", roundTripNanos / NANOS_PER_MICRO);
      return family + " " + place + time;
    }
  }

  /** What lies between this process and a server. */
  static Network of(Servers.InUse server) {
    if (server.address().hosts().isEmpty()) {
      return Network.IN_PROCESS;
    } else if (server.isPublished()) {
      return Network.PUBLISHED;
    } else if (server.container().isPresent()) {
      return Network.HOST;
    }
    return server.isOnThisMachine() ? Network.LOOPBACK : Network.REMOTE;
  }

  /**
   * What a reader has to know before the run starts; nothing when all servers are reached alike.
   */
  List<String> warnings() {
    Set<Network> networks =
        servers.stream().map(Reached::network).collect(Collectors.toCollection(LinkedHashSet::new));
    boolean same =
        networks.stream()
                .map(network -> network == Network.HOST ? Network.LOOPBACK : network)
                .distinct()
                .count()
            < 2;
    if (same) {
      return List.of();
    }
    List<String> warnings = new ArrayList<>();
    warnings.add(
        "the servers are not reached alike: "
            + servers.stream().map(Reached::line).collect(Collectors.joining(", ")));
    if (networks.stream().anyMatch(network -> networks.stream().anyMatch(network::isUnlike))) {
      warnings.add(
          "a published port costs up to half of the rate of short operations: there will be no"
              + " verdict between a server behind one and a server that is not; give all one"
              + " source, such as --source container");
    }
    return warnings;
  }
}
