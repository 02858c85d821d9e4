package org.docduel.tools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerWay;
import org.docduel.core.server.ServerWay.RunningServer;
import org.docduel.core.server.ServerWay.Workspace;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;

/**
 * What the way to a server costs: starts the server of each family in all its sources, a container
 * on the host's network and behind a published port too, and prints the median round trip of each
 * beside that of the first. All servers of a family run at once and are asked in turn. Run with
 * {@code scripts/roundtrips [FAMILY...]}.
 */
public final class RoundTrips {
  private static final int ROUNDS = 5;
  private static final double NANOS_PER_MICRO = 1000;

  private RoundTrips() {}

  /** Prints a line for each source of each family that is named, or of all. */
  public static void main(String[] names) throws Workspace.Refused {
    for (ServerFamily family :
        StoreProviders.all().stream()
            .map(StoreProvider::server)
            .flatMap(Optional::stream)
            .distinct()
            .filter(it -> names.length == 0 || List.of(names).contains(it.name()))
            .toList()) {
      Optional<Workspace> workspace =
          family.ways().stream().flatMap(way -> way.workspace().stream()).findFirst();
      if (workspace.isPresent()) {
        print(family, workspace.get());
      }
    }
  }

  private static void print(ServerFamily family, Workspace workspace) throws Workspace.Refused {
    Map<String, RunningServer> servers = new LinkedHashMap<>();
    try {
      for (ServerWay source : family.ways()) {
        for (String network :
            source.name().equals("container") ? List.of("host", "published") : List.of("")) {
          Settings settings = Settings.ofProcess().with(Map.of("container.network", network));
          if (source.availability(settings) instanceof ServerWay.Availability.Available) {
            servers.put(
                (source.source() + " " + network).strip(),
                source.start(settings, System.out::println));
          }
        }
      }
      Map<String, List<Long>> nanos = new LinkedHashMap<>();
      for (int round = 0; round < ROUNDS; round++) {
        for (Map.Entry<String, RunningServer> server : servers.entrySet()) {
          ServerAddress address = server.getValue().address();
          nanos
              .computeIfAbsent(server.getKey(), name -> new ArrayList<>())
              .add(workspace.roundTripNanos(address).orElse(0));
        }
      }
      double first = nanos.values().stream().findFirst().map(RoundTrips::median).orElse(0.0);
      nanos.forEach((source, all) ->
          System.out.printf(
              "%s %-20s %8.1f us  x%.2f%n",
              family.name(), source, median(all) / NANOS_PER_MICRO, median(all) / first));
    } finally {
      servers.values().forEach(RunningServer::close);
    }
  }

  private static double median(List<Long> all) {
    return all.stream().sorted().skip(all.size() / 2).findFirst().orElse(0L);
  }
}
