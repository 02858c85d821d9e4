package org.docduel.tools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerSource;
import org.docduel.core.server.ServerSource.RunningServer;
import org.docduel.core.server.ServerSource.SourceSelection;
import org.docduel.core.server.ServerSource.Workspace;
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
  public static void main(String[] names) throws Workspace.WorkspaceException {
    for (ServerFamily family : families(List.of(names))) {
      Map<String, Double> nanos = medianNanos(family, Settings.ofProcess(), System.out::println);
      double first = nanos.values().stream().findFirst().orElse(0.0);
      nanos.forEach((source, median) ->
          System.out.printf(
              "%s %-20s %8.1f us  x%.2f%n",
              family.name(), source, median / NANOS_PER_MICRO, median / first));
    }
  }

  /** The families whose servers can be asked, and that are named, or all. */
  static List<ServerFamily> families(List<String> names) {
    return StoreProviders.all().stream()
        .map(StoreProvider::server)
        .flatMap(Optional::stream)
        .distinct()
        .filter(family -> names.isEmpty() || names.contains(family.name()))
        .filter(family -> workspace(family).isPresent())
        .toList();
  }

  private static Optional<Workspace> workspace(ServerFamily family) {
    return family.sources().stream().flatMap(source -> source.workspace().stream()).findFirst();
  }

  /**
   * The median round trip to a family's server in each source that is available, in nanoseconds:
   * {@code address}, {@code embedded}, {@code container host}, {@code container published}.
   */
  static Map<String, Double> medianNanos(
      ServerFamily family, Settings settings, Consumer<String> progress)
      throws Workspace.WorkspaceException {
    Workspace workspace = workspace(family).orElseThrow();
    Map<String, RunningServer> servers = new LinkedHashMap<>();
    try {
      for (ServerSource source : family.sources()) {
        for (String network :
            source.name().equals("container") ? List.of("host", "published") : List.of("")) {
          Settings sourceSettings =
              settings.with(
                  Map.of(
                      "container.network", network, SourceSelection.SOURCE, source.sourceName()));
          if (source.availability(sourceSettings) instanceof ServerSource.Availability.Available) {
            servers.put(
                (source.sourceName() + " " + network).strip(),
                source.start(sourceSettings, progress));
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
      Map<String, Double> medians = new LinkedHashMap<>();
      nanos.forEach((source, all) -> medians.put(source, median(all)));
      return medians;
    } finally {
      servers.values().forEach(RunningServer::close);
    }
  }

  private static double median(List<Long> all) {
    return all.stream().sorted().skip(all.size() / 2).findFirst().orElse(0L);
  }
}
