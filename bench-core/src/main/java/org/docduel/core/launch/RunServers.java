package org.docduel.core.launch;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.Settings;
import org.docduel.core.fork.ColdStart;
import org.docduel.core.server.AddressFile;
import org.docduel.core.server.PageCache;
import org.docduel.core.server.ServerAddresses;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerInUse;
import org.docduel.core.server.Servers;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProviders;

/** The servers of a run: started once, outside the forks, and stopped at its end. */
final class RunServers implements AutoCloseable {
  private final Servers servers;
  private final StoreServers byStore;
  private Optional<AddressFile> addresses = Optional.empty();

  RunServers(Servers servers, StoreServers byStore) {
    this.servers = servers;
    this.byStore = byStore;
  }

  /**
   * Starts what some stores need, and leaves the addresses for the forks.
   *
   * @param stores the stores that will run
   * @return the servers that are up
   */
  List<ServerInUse> start(Set<String> stores) {
    List<ServerInUse> started = byStore.start(stores);
    byStore.lease(stores);
    AddressFile file = servers.addresses().write();
    addresses = Optional.of(file);
    System.setProperty(Settings.property(ServerAddresses.SETTING), file.path().toString());
    return started;
  }

  /**
   * Empties the caches of a store's server, where it is ours.
   *
   * @param store the store's name
   * @return what was done
   */
  ColdStart restart(String store) {
    Optional<ServerFamily> family = StoreProviders.named(store).flatMap(StoreProvider::server);
    if (family.isEmpty() || !servers.restart(family.get())) {
      return new ColdStart(false, "the server is not ours to restart");
    }
    return new ColdStart(true, PageCache.drop());
  }

  /**
   * Whether a server that is somebody else's is gone, or its space taken by another run.
   *
   * @return what is wrong, in one line, or empty
   */
  Optional<String> lost() {
    return servers.lost();
  }

  @Override
  public void close() {
    addresses.ifPresent(AddressFile::close);
    servers.close();
  }
}
