package org.docduel.core.launch;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
import org.docduel.core.server.ServerSource.SourceSelection;
import org.docduel.core.server.ServerSource.Workspace;
import org.docduel.core.server.Servers;
import org.docduel.core.server.Tuning;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.stats.sidecar.Sidecar;

/** The servers of a run: started once, outside the forks, and stopped at its end. */
final class RunServers implements AutoCloseable {
  private final List<StoreProvider> stores;
  private final Settings settings;
  private final Servers servers;
  private final Map<String, MemoryUsage.Location> limited = new LinkedHashMap<>();
  private final Map<String, Long> oomKills = new HashMap<>();

  /** None is started yet. */
  RunServers(List<StoreProvider> stores, Settings settings, Consumer<String> progress) {
    this.stores = stores;
    this.settings = settings;
    this.servers = new Servers(settings, progress);
  }

  /**
   * Settings with the source of all servers.
   *
   * @throws BadInputException when no store has it
   */
  static Settings from(List<StoreProvider> stores, Settings settings, Optional<String> option) {
    Settings all =
        option
            .map(source ->
                settings.with(Option.SOURCE.typed, Map.of(SourceSelection.SOURCE, source)))
            .orElse(settings);
    Set<String> sources =
        families(stores)
            .flatMap(family -> family.sources().stream())
            .map(ServerSource::sourceName)
            .collect(Collectors.toCollection(TreeSet::new));
    all.get(SourceSelection.SOURCE)
        .ifPresent(source ->
            BadInputException.require(
                sources.contains(source),
                "%s %s: accepted is %s",
                all.origin(SourceSelection.SOURCE),
                source,
                String.join(", ", sources)));
    return all;
  }

  /**
   * Settings with the configuration of the servers that are started here.
   *
   * @throws BadInputException when it is unknown
   */
  static Settings tuned(Settings settings, Optional<String> option) {
    Settings all =
        option
            .map(tuning -> settings.with(Option.TUNING.typed, Map.of(Tuning.SETTING, tuning)))
            .orElse(settings);
    Tuning.of(all);
    return all;
  }

  /** Settings with the memory of each server. */
  static Settings limited(Settings settings, Optional<String> option) {
    return option
        .map(size -> settings.with(Option.MEMORY.typed, Map.of(MemoryLimit.SETTING, size)))
        .orElse(settings);
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
   * Gives one address to every family that takes its form, so that their stores share a server. A
   * store that names its server ({@code postgres-jsonb@18}) keeps that one.
   */
  static Settings withSharedAddress(List<StoreProvider> stores, Settings settings, String url) {
    Map<String, String> addresses = new HashMap<>();
    families(stores)
        .filter(family -> !family.name().contains("@"))
        .filter(family ->
            family.sources().stream()
                .flatMap(source -> source.workspace().stream())
                .anyMatch(workspace -> workspace.takes(url)))
        .forEach(family -> addresses.put(family.addressSetting(), url));
    if (addresses.isEmpty()) {
      throw BadInputException.of(
          "%s %s: no store takes such an address; give jdbc:postgresql://HOST:PORT/DATABASE",
          Option.SAME_SERVER.typed, new ServerAddress(url));
    }
    return settings.with(Option.SAME_SERVER.typed, addresses);
  }

  private static Stream<ServerFamily> families(List<StoreProvider> stores) {
    return stores.stream().flatMap(store -> store.server().stream()).distinct();
  }

  /**
   * The stores whose server cannot be had in any way, or only by whoever asks for it; those whose
   * server is asked for in a version or from a source: another one is no substitute, and none is an
   * error.
   */
  ClientGroup.Stores availability() {
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
    servers.align(families(used).toList());
    List<Servers.InUse> started = families(used).map(servers::start).toList();
    families(used).forEach(servers::lease);
    return started;
  }

  /** The median time of the shortest request to a server, in nanoseconds; 0 when it has none. */
  long roundTripNanos(Servers.InUse server) {
    Optional<Workspace> workspace =
        families(stores)
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
    for (ServerFamily family : families(stores).toList()) {
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
  void requireRoom(double dataBytes) {
    HostDirectories.of(settings)
        .dataRoot()
        .ifPresent(root -> DataSize.requireRoom(root, dataBytes));
  }

  /** Whether a server that is somebody else's is gone, or its space taken by another run. */
  Optional<String> lost() {
    return servers.lost();
  }

  /** Removes what runs have left on servers that are somebody else's. */
  void clean(PrintWriter out) {
    List<ServerFamily> external =
        families(stores)
            .filter(family ->
                servers.find(family).source().flatMap(ServerSource::workspace).isPresent())
            .toList();
    if (external.isEmpty()) {
      throw BadInputException.of(
          "--clean: no server's address is given; set %s",
          families(stores)
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
