package org.docduel.core.server;

import java.util.List;

/**
 * A kind of server that one or more stores live on, and the ways to have one, in the order in which
 * they are tried. Stores that name the same family share one server.
 *
 * @param name a short name, such as {@code postgres}; its address is the setting {@code NAME.url}
 * @param ways in the order of preference; a given address comes first
 */
public record ServerFamily(String name, List<ServerWay> ways) {
  /** Copies the list. */
  public ServerFamily {
    ways = List.copyOf(ways);
  }
}
