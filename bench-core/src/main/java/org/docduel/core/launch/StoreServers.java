package org.docduel.core.launch;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerInUse;
import org.docduel.core.server.ServerSearch;
import org.docduel.core.server.ServerWay;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.ServerFailureException;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider;

/**
 * The servers behind the stores: which can be had, and those of a run started once, outside the
 * forks.
 */
final class StoreServers {
  private final List<StoreProvider> stores;
  private final Servers servers;

  StoreServers(List<StoreProvider> stores, Servers servers) {
    this.stores = stores;
    this.servers = servers;
  }

  /**
   * The stores whose server cannot be had in any way.
   *
   * @return store to skip
   */
  Map<String, Skip> unavailable() {
    Map<String, Skip> missing = new LinkedHashMap<>();
    for (StoreProvider store : stores) {
      store
          .server()
          .map(servers::look)
          .filter(search -> search.way().isEmpty())
          .ifPresent(search -> missing.put(store.name(), skip(store, search)));
    }
    return missing;
  }

  /**
   * The stores whose server is asked for in a certain version: another one is no substitute, and
   * none is an error.
   *
   * @param settings where a version is asked for, under the family's name
   * @return their names
   */
  Set<String> ofAskedVersion(Settings settings) {
    return stores.stream()
        .filter(store ->
            store.server().flatMap(family -> settings.get(family.name() + ".version")).isPresent())
        .map(StoreProvider::name)
        .collect(Collectors.toSet());
  }

  private static Skip skip(StoreProvider store, ServerSearch search) {
    return new Skip("store=" + store.name(), search.reason(), search.remedy(), 1);
  }

  /**
   * Starts what some stores need.
   *
   * @param names the stores that will run
   * @return the servers that are up
   */
  List<ServerInUse> start(Set<String> names) {
    return stores.stream()
        .filter(store -> names.contains(store.name()))
        .flatMap(store -> store.server().stream())
        .map(servers::start)
        .distinct()
        .toList();
  }

  /**
   * Takes the spaces on servers that are somebody else's for this run alone.
   *
   * @param names the stores that will run
   * @throws BadInputException when one cannot be had
   */
  void lease(Set<String> names) {
    stores.stream()
        .filter(store -> names.contains(store.name()))
        .flatMap(store -> store.server().stream())
        .forEach(servers::lease);
  }

  /**
   * Removes what runs have left on servers that are somebody else's.
   *
   * @param out gets a line for each thing
   * @throws BadInputException when no server's address is given, or one does not let us
   */
  void clean(PrintWriter out) {
    List<ServerFamily> families =
        stores.stream().flatMap(store -> store.server().stream()).distinct().toList();
    List<ServerFamily> given =
        families.stream()
            .filter(family -> servers.look(family).way().flatMap(ServerWay::workspace).isPresent())
            .toList();
    if (given.isEmpty()) {
      throw new BadInputException(
          "--clean: no server's address is given; set "
              + families.stream()
                  .map(family -> Settings.variable(family.name() + ".url"))
                  .collect(Collectors.joining(" or ")));
    }
    given.forEach(
        family -> servers.clean(family).forEach(line -> out.println(family.name() + ": " + line)));
  }

  /**
   * Opens stores once whose own parameters are not at their defaults: only the server knows whether
   * it can do what they ask for.
   *
   * @param store the name of the store
   * @param config how it will be opened
   * @throws BadInputException when it cannot; the message is the store's
   */
  void check(String store, StoreConfig config) {
    stores.stream()
        .filter(provider -> provider.name().equals(store) && asks(provider, config))
        .forEach(provider -> {
          try {
            provider
                .open(provider.server().map(family -> servers.start(family).address()), config)
                .close();
          } catch (ServerFailureException e) {
            throw e;
          } catch (StoreException e) {
            throw new BadInputException(String.valueOf(e.getMessage()));
          }
        });
  }

  private static boolean asks(StoreProvider provider, StoreConfig config) {
    Map<String, String> values = config.settings().values();
    return provider.parameters().stream()
        .anyMatch(parameter ->
            !values
                .getOrDefault(parameter.name(), parameter.standard())
                .equals(parameter.standard()));
  }
}
