package org.docduel.core.harness.launch;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.Settings;
import org.docduel.core.server.AddressFile;
import org.docduel.core.server.ServerAddresses;
import org.docduel.core.server.ServerInUse;
import org.docduel.core.server.Servers;

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
    AddressFile file = servers.addresses().write();
    addresses = Optional.of(file);
    System.setProperty(Settings.property(ServerAddresses.SETTING), file.path().toString());
    return started;
  }

  @Override
  public void close() {
    addresses.ifPresent(AddressFile::close);
    servers.close();
  }
}
