package org.docduel.core.launch.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.server.ServerSource;
import org.docduel.core.server.Servers;
import org.docduel.core.server.Tuning;
import org.docduel.stats.jmh.Network;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.docduel.stats.sidecar.Sidecar;

/** The servers of a run: how each was provided and, once a fork has said it, what it is. */
final class MeasuredServers {
  private final Map<String, Sidecar.Server> servers = new LinkedHashMap<>();
  private final Map<ServerAddress, String> names = new LinkedHashMap<>();
  private final Map<String, String> serverOf = new LinkedHashMap<>();

  /**
   * Adds one. Families with one address have one server, named for the first.
   *
   * @param network what lies between
   * @param roundTripNanos of the shortest request, 0 when it was not measured
   */
  void add(Servers.InUse server, Network network, long roundTripNanos) {
    String name = names.computeIfAbsent(server.address(), ignored -> server.family());
    serverOf.put(server.family(), name);
    servers.putIfAbsent(
        name,
        new Sidecar.Server(
            name,
            server.source(),
            "",
            Map.of(),
            network.label(),
            server.container().map(ServerSource.Container::image).orElse(""),
            roundTripNanos,
            server.tuning().map(Tuning::label).orElse(Sidecar.Server.AS_FOUND),
            server.memory().map(ServerSource.Memory::facts)));
  }

  /** What a fork says of its store, with the server that it was on. */
  StoreFact identify(StoreFact fact, String family) {
    String name = serverOf.getOrDefault(family, family);
    servers.computeIfPresent(
        name,
        (ignored, server) ->
            server.product().isEmpty() && family.equals(name)
                ? server.of(fact.product(), fact.settings())
                : server);
    return fact.on(name);
  }

  /** What the servers really were, with what their acknowledgements promised and what differs. */
  List<String> lines(List<StoreFact> stores) {
    List<Sidecar.Server> identified =
        servers.values().stream().filter(server -> !server.product().isEmpty()).toList();
    List<String> lines =
        new ArrayList<>(identified.stream().map(server -> line(server, stores)).toList());
    Sidecar.Server.differences(identified).ifPresent(line -> lines.add("note: " + line));
    return lines;
  }

  private static String line(Sidecar.Server server, List<StoreFact> stores) {
    String promises =
        stores.stream()
            .filter(store -> store.server().equals(server.name()))
            .map(StoreFact::durability)
            .filter(promise -> !promise.isEmpty())
            .distinct()
            .sorted()
            .collect(Collectors.joining(" or "));
    return "%s: %s (%s%s)"
        .formatted(
            server.name(),
            server.product(),
            server.provision(),
            promises.isEmpty() ? "" : ", " + promises);
  }

  List<Sidecar.Server> all() {
    return List.copyOf(servers.values());
  }
}
