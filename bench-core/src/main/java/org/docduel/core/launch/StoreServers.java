package org.docduel.core.launch;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Availability;
import org.docduel.core.server.RunningServer;
import org.docduel.core.server.ServerAddresses;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerWay;
import org.docduel.core.spi.StoreProvider;

/** The servers behind the stores: which can be had, and those of a run started once, outside the forks. */
final class StoreServers {
  private final List<StoreProvider> stores;
  private final Settings settings;

  private StoreServers(List<StoreProvider> stores, Settings settings) {
    this.stores = stores;
    this.settings = settings;
  }

  static StoreServers of(List<StoreProvider> stores, Settings settings) {
    return new StoreServers(stores, settings);
  }

  /**
   * The stores whose server cannot be had in any way.
   *
   * @return store to skip, with the ways' reasons and remedies joined
   */
  Map<String, Skip> unavailable() {
    Map<String, Optional<Skip>> families = new LinkedHashMap<>();
    Map<String, Skip> missing = new LinkedHashMap<>();
    for (StoreProvider store : stores) {
      store
          .server()
          .flatMap(family -> families.computeIfAbsent(family.name(), name -> missing(family)))
          .ifPresent(skip -> missing.put(store.name(), new Skip("store=" + store.name(), skip.reason(), skip.remedy(), 1)));
    }
    return missing;
  }

  private Optional<Skip> missing(ServerFamily family) {
    List<Availability.Unavailable> refusals =
        family.ways().stream()
            .map(way -> way.availability(settings))
            .filter(Availability.Unavailable.class::isInstance)
            .map(Availability.Unavailable.class::cast)
            .toList();
    if (refusals.size() < family.ways().size()) {
      return Optional.empty();
    }
    return Optional.of(
        new Skip(
            family.name(),
            refusals.stream().map(Availability.Unavailable::reason).collect(Collectors.joining(", ")),
            refusals.stream().map(Availability.Unavailable::remedy).collect(Collectors.joining(", or ")),
            1));
  }

  /**
   * Starts what some stores need.
   *
   * @param names the stores that will run
   * @param out told of each server
   * @return the running servers
   */
  Started start(Set<String> names, PrintWriter out) {
    Started started = new Started();
    try {
      for (StoreProvider store : stores) {
        if (names.contains(store.name())) {
          store.server().ifPresent(family -> started.start(family, settings, out));
        }
      }
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
    return started;
  }

  /** The servers of one run. */
  static final class Started implements AutoCloseable {
    private final Map<String, ServerAddress> addresses = new TreeMap<>();
    private final Map<String, String> ways = new LinkedHashMap<>();
    private final Deque<RunningServer> running = new ArrayDeque<>();

    private void start(ServerFamily family, Settings settings, PrintWriter out) {
      if (addresses.containsKey(family.name())) {
        return;
      }
      ServerWay way =
          family.ways().stream()
              .filter(one -> one.availability(settings) instanceof Availability.Available)
              .findFirst()
              .orElseThrow();
      RunningServer server = way.start(settings);
      running.push(server);
      addresses.put(family.name(), server.address());
      ways.put(family.name(), way.name());
      out.println(family.name() + ": " + way.name() + ", " + server.address());
    }

    /** Family to the way in which it is had. */
    Map<String, String> ways() {
      return ways;
    }

    void writeAddresses(Path file) {
      ServerAddresses.write(file, addresses);
    }

    @Override
    public void close() {
      running.forEach(RunningServer::close);
      running.clear();
    }
  }
}
