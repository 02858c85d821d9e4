package org.docduel.core.server;

import java.util.List;
import java.util.Map;

/**
 * A kind of server that one or more stores live on, and the ways to have one, in the order in which
 * they are tried. Stores that name the same family share one server.
 *
 * @param ways in the order of preference; a given address comes first
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
   * @param ways in the order of preference
   */
  public ServerFamily(String name, List<ServerWay> ways) {
    this(name, ways, Map.of());
  }
}
