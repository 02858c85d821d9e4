package org.docduel.core.server;

import java.util.List;
import java.util.Map;

/**
 * A kind of server that one or more stores live on, and the ways to have one, in the order in which
 * they are tried. Stores that name the same family share one server.
 *
 * @param name a short name, such as {@code mydb}; its address is the setting {@code NAME.url}
 * @param ways in the order of preference; a given address comes first
 * @param profilers the ways to watch such a server while a workload runs, which {@code -prof} turns
 *     on: short name to what it measures, in a few words
 */
public record ServerFamily(String name, List<ServerWay> ways, Map<String, String> profilers) {
  /** Copies the collections. */
  public ServerFamily {
    ways = List.copyOf(ways);
    profilers = Map.copyOf(profilers);
  }

  /**
   * A family that cannot be watched.
   *
   * @param name a short name
   * @param ways in the order of preference
   */
  public ServerFamily(String name, List<ServerWay> ways) {
    this(name, ways, Map.of());
  }
}
