package com.example.memory;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.server.ExternalServer;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerSource;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.core.server.ServerSource.RunningServer;
import org.docduel.core.server.ServerSource.Workspace;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;

/**
 * {@code memory}, a store from outside: typed documents in the memory of each process, for inserts,
 * bulk loads, indexed reads and updates. Whatever durability is asked for, an acknowledged document
 * lasts as long as its process; the description says so.
 */
public final class MemoryProvider implements StoreProvider {
  private static final String HERE = "memory://here";

  /** The address may be given as {@code memory.url}; there is one that is served. */
  private static final ServerFamily FAMILY =
      new ServerFamily(
          "memory", List.of(new ExternalServer("memory", MemoryProvider::check), new Embedded()));

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.of(
        Capability.INSERT,
        Capability.INGEST,
        Capability.READ,
        Capability.READ_BACK,
        Capability.UPDATE);
  }

  @Override
  public Optional<ServerFamily> server() {
    return Optional.of(FAMILY);
  }

  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    return new MemoryStore();
  }

  private static String check(ServerAddress address) throws Workspace.WorkspaceException {
    if (!address.url().equals(HERE)) {
      throw new Workspace.WorkspaceException("nobody serves there", "leave it out");
    }
    return "";
  }

  /** There is nothing to start. */
  private static final class Embedded implements ServerSource {
    @Override
    public String name() {
      return "embedded";
    }

    @Override
    public Availability availability(Settings settings) {
      return new Availability.Available();
    }

    @Override
    public RunningServer start(Settings settings) {
      return new RunningServer(new ServerAddress(HERE), () -> {});
    }
  }
}
