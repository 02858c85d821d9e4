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
  public ServerFamily {
    ways = List.copyOf(ways);
    profilers = Map.copyOf(profilers);
  }

  /** The family of one server of a version, beside others of this family. */
  public ServerFamily at(ServerVersion version) {
    return new ServerFamily(
        name + "@" + version,
        ways.stream().flatMap(way -> way.at(name, version).stream()).toList(),
        profilers);
  }

  /** Whether an address can be given for it. */
  public boolean takesAddress() {
    return ways.stream().anyMatch(way -> way.workspace().isPresent());
  }

  /** The setting that gives the address of its server. */
  public String addressSetting() {
    return addressSetting(name);
  }

  static String addressSetting(String family) {
    return family.contains("@") ? family.replace("@", ".url.") : family + ".url";
  }

  /** A family that cannot be watched. */
  public ServerFamily(String name, List<ServerWay> ways) {
    this(name, ways, Map.of());
  }
}
