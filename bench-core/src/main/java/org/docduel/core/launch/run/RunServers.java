package org.docduel.core.launch.run;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.fork.ForkProfiler;
import org.docduel.core.group.ClientGroup;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.server.MemoryLimit;
import org.docduel.core.server.MemoryUsage;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerSource;
import org.docduel.core.server.ServerSource.Workspace;
import org.docduel.core.server.Servers;
import org.docduel.core.server.Tuning;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.stats.sidecar.Sidecar;

/** The servers of a run: started once, outside the forks, and stopped at its end. */
public final class RunServers implements AutoCloseable {
  private final List<StoreProvider> stores;
  private final Settings settings;
  private final Servers servers;
  private final Map<String, MemoryUsage.Location> limited = new LinkedHashMap<>();
  private final Map<String, Long> oomKills = new HashMap<>();

  /** None is started yet. */
  public RunServers(List<StoreProvider> stores, Settings settings, Consumer<String> progress) {
    this.stores = stores;
    this.settings = settings;
    this.servers = new Servers(settings, progress);
  }

  /** Why a server is not configured as settings say; empty where it is, or they say nothing. */
  Optional<String> untuned(Servers.InUse server) {
    return settings
        .get(Tuning.SETTING)
        .filter(tuning -> server.tuning().isEmpty())
        .map(tuning ->
            "%s: %s %s does not apply, since its address is given; it stays as found"
                .formatted(server.family(), settings.origin(Tuning.SETTING), tuning));
  }

  /**
   * The stores whose server cannot be had in any way, or only by whoever asks for it; those whose
   * server is asked for in a version or from a source: another one is no substitute, and none is an
   * error.
   */
  public ClientGroup.Stores availability() {
    Map<String, Sidecar.Skip> missing = new LinkedHashMap<>();
    Set<String> onRequest = new HashSet<>();
    for (StoreProvider store : stores) {
      String what = "store=" + store.name();
      store
          .server()
          .map(servers::find)
          .filter(search -> !search.isOpen())
          .ifPresent(search -> {
            missing.put(store.name(), new Sidecar.Skip(what, search.reason(), search.remedy(), 1));
            if (search.source().isPresent()) {
              onRequest.add(store.name());
            }
          });
    }
    Set<String> requested =
        stores.stream()
            .filter(store ->
                store.server().stream()
                    .flatMap(selection ->
                        Stream.of(selection.name() + ".version", selection.sourceSetting()))
                    .anyMatch(setting -> settings.get(setting).isPresent()))
            .map(StoreProvider::name)
            .collect(Collectors.toSet());
    return new ClientGroup.Stores(missing, requested, onRequest);
  }

  /**
   * Starts what some stores need, and takes the spaces on servers that are somebody else's for this
   * run alone.
   */
  List<Servers.InUse> start(List<StoreProvider> used, int connections) {
    System.setProperty(Settings.property(Servers.CONNECTIONS), String.valueOf(connections));
    servers.align(StoreProviders.families(used));
    List<Servers.InUse> started =
        StoreProviders.families(used).stream().map(servers::start).toList();
    StoreProviders.families(used).forEach(servers::lease);
    return started;
  }

  /** The median time of the shortest request to a server, in nanoseconds; 0 when it has none. */
  long roundTripNanos(Servers.InUse server) {
    Optional<Workspace> workspace =
        StoreProviders.families(stores).stream()
            .filter(family -> family.name().equals(server.family()))
            .flatMap(family -> family.sources().stream())
            .flatMap(source -> source.workspace().stream())
            .findFirst();
    try {
      return workspace.isEmpty() ? 0 : workspace.get().roundTripNanos(server.address()).orElse(0);
    } catch (Workspace.WorkspaceException e) {
      throw new ServerException(server.family() + ": " + e.getMessage(), e);
    }
  }

  /** Where the servers that were started are, by family. */
  Map<String, ServerAddress> addresses() {
    return servers.addresses();
  }

  /**
   * Opens a store once whose own parameters are not at their defaults: only the server knows
   * whether it can do what they ask for.
   */
  void check(StoreProvider store, StoreConfig config) {
    Map<String, String> values = config.settings().values();
    if (store.parameters().stream()
        .allMatch(parameter ->
            values
                .getOrDefault(parameter.name(), parameter.standard())
                .equals(parameter.standard()))) {
      return;
    }
    try {
      store.open(store.server().map(family -> servers.start(family).address()), config).close();
    } catch (ServerFailureException e) {
      throw e;
    } catch (StoreException e) {
      throw new BadInputException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Empties the caches of a store's server, where it is ours, and the page cache of the machine
   * where this is Linux and permitted, which as a rule takes root.
   *
   * @return what was done
   */
  String restart(StoreProvider store) {
    if (store.server().filter(servers::restart).isEmpty()) {
      return "not cold: the server is not ours to restart";
    }
    return ForkProfiler.RESTARTED + PageCache.ofMachine().drop();
  }

  /**
   * Restarts the server of a store whose data are loaded. One that runs here drops the pages of its
   * files itself, with no more rights than its own.
   *
   * @return why it was not restarted; empty when it was
   */
  String restartLoaded(String store) {
    StoreProvider provider =
        stores.stream().filter(each -> each.name().equals(store)).findFirst().orElseThrow();
    ServerFamily family = provider.server().orElseThrow();
    if (!servers.restart(family)) {
      return "its server cannot be";
    }
    if (servers.start(family).container().isPresent()) {
      PageCache.ofMachine().drop();
    }
    return "";
  }

  /**
   * Where the memory of those is read that are limited, by family.
   *
   * @throws ServerException when that of a limited one cannot be seen from here
   */
  Map<String, MemoryUsage.Location> requireVisibleMemory() {
    limited.putAll(servers.memory());
    for (ServerFamily family : StoreProviders.families(stores)) {
      if (servers.isLimited(family) && !limited.containsKey(family.name())) {
        throw new ServerException(
            family.name()
                + ": its control group is not seen from here, so nothing shows that its memory is"
                + " limited; run where its container's engine runs");
      }
    }
    return memory();
  }

  /** The same, once they were seen. */
  Map<String, MemoryUsage.Location> memory() {
    limited.putAll(servers.memory());
    return limited;
  }

  /** The limit at which the kernel has killed a part of a server since the last call, if it has. */
  Optional<MemoryLimit> killedAt() {
    Optional<MemoryLimit> limit = Optional.empty();
    for (Map.Entry<String, MemoryUsage.Location> server : memory().entrySet()) {
      Optional<Long> kills = server.getValue().oomKills();
      if (kills.orElse(0L) > oomKills.getOrDefault(server.getKey(), 0L)) {
        limit = Optional.of(server.getValue().limit());
      }
      kills.ifPresent(count -> oomKills.put(server.getKey(), count));
    }
    return limit;
  }

  /**
   * Refuses data for which the disk of the servers that are started here has no room.
   *
   * @param dataBytes as JSON
   */
  public void requireRoom(double dataBytes) {
    HostDirectories.of(settings)
        .dataRoot()
        .ifPresent(root -> DiskFloor.requireRoom(root, dataBytes));
  }

  /** Whether a server that is somebody else's is gone, or its space taken by another run. */
  Optional<String> lost() {
    return servers.lost();
  }

  /** Removes what runs have left on servers that are somebody else's. */
  public void clean(PrintWriter out) {
    List<ServerFamily> external =
        StoreProviders.families(stores).stream()
            .filter(family ->
                servers.find(family).source().flatMap(ServerSource::workspace).isPresent())
            .toList();
    if (external.isEmpty()) {
      throw BadInputException.of(
          "--clean: no server's address is given; set %s",
          StoreProviders.families(stores).stream()
              .filter(ServerFamily::takesAddress)
              .map(family -> Settings.variable(family.addressSetting()))
              .collect(Collectors.joining(" or ")));
    }
    external.forEach(
        family -> servers.clean(family).forEach(line -> out.println(family.name() + ": " + line)));
  }

  @Override
  public void close() {
    servers.close();
  }
}
